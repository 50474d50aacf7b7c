"""Keeps yt-dlp loaded and forks a child per job, so that no job waits for Python to start.

Usage: ytdlp-parent.py MODULE_PATH CHANNELS USUAL

MODULE_PATH is prepended to sys.path for `import yt_dlp` ('' for nothing). Descriptors 3 to
2+CHANNELS are socket pairs, each for one job at a time. USUAL is a pattern for the names of the
extractors that are loaded in advance.

    api -> parent  {"argv": [...], "env": {...}, "seconds": n, "limits": {"DATA": n, ...}} \\n
    child -> api   its process id \\n, then what yt-dlp writes to standard output
    parent -> api  NUL, then {"code", "signal", "stderr", "cpuMs", "peakKb", "parentKb"} \\n

When ready, it writes one line to standard output: {"version", "parentKb"}. The parent never parses what
a site sent. It exits when a channel is closed, which the kernel does when the api dies.
"""

import contextlib
import ctypes
import functools
import gc
import json
import os
import re
import resource
import selectors
import signal
import socket
import sys
import traceback

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
STDERR_TAIL = 8000
CHUNK = 65536
PARENT_BYTES = 512 << 20

REHEARSAL_SECONDS = 10
REHEARSED = ['--ignore-config', '--no-update', '--no-warnings', '--no-cache-dir', '--dump-single-json',
             '--no-playlist', '--format', 'best*', '--retries', '0', '--socket-timeout', '5']
PAGE = (b'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/html\r\n\r\n'
        b'<title>-</title><video><source src="/1.mp4" type="video/mp4"></video>')
CLIP = b'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: video/mp4\r\nContent-Length: 1\r\n\r\n-'


def prctl(option, value):
    """Calls prctl(2). Linux only: on other systems, we exit only when a channel is closed."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


class Job:
    """A running child."""

    def __init__(self, channel, pid, errors):
        self.channel, self.pid, self.errors = channel, pid, errors
        self.tail = b''

    def take_errors(self):
        """Reads the available output and keeps its tail. @returns False at the end of the stream."""
        try:
            chunk = os.read(self.errors, CHUNK)
        except BlockingIOError:
            return True
        self.tail = (self.tail + chunk)[-STDERR_TAIL:]
        return chunk != b''


class Parent:
    def __init__(self, yt_dlp, channels):
        self.yt_dlp, self.pid = yt_dlp, os.getpid()
        self.jobs = {}
        self.half = dict.fromkeys(channels, b'')
        self.selector = selectors.DefaultSelector()
        for channel in channels:
            self.selector.register(channel, selectors.EVENT_READ, self.on_channel)
        # SIGCHLD wakes the loop through this pipe; the handler itself does nothing.
        self.wake, wake_end = os.pipe()
        os.set_blocking(self.wake, False)
        os.set_blocking(wake_end, False)
        signal.set_wakeup_fd(wake_end, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        self.selector.register(self.wake, selectors.EVENT_READ, self.on_child_ended)

    def serve(self):
        while True:
            for key, _ in self.selector.select():
                # An earlier event may have closed this descriptor, and even opened another with the same number.
                if self.selector.get_map().get(key.fd) is key:
                    key.data(key.fd)

    def on_channel(self, channel):
        chunk = os.read(channel, CHUNK)
        if chunk == b'':
            self.end()
        line, newline, rest = (self.half[channel] + chunk).partition(b'\n')
        self.half[channel] = rest if newline else line
        if newline:
            # Until the job has ended, the channel belongs to the child.
            self.selector.unregister(channel)
            self.fork(channel, line)

    def fork(self, channel, line):
        errors, errors_end = os.pipe()
        pid = os.fork()
        if pid == 0:
            run_job(self, line, channel, errors_end)
        os.close(errors_end)
        os.set_blocking(errors, False)
        self.jobs[pid] = job = Job(channel, pid, errors)
        self.selector.register(errors, selectors.EVENT_READ, lambda _: self.on_errors(job))

    def on_errors(self, job):
        if not job.take_errors():
            self.selector.unregister(job.errors)

    def on_child_ended(self, wake):
        with contextlib.suppress(BlockingIOError):
            os.read(wake, CHUNK)
        while True:
            try:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            job = self.jobs.pop(pid, None)
            if job is not None:
                self.finish(job, status, usage)
            self.end_strays()

    def finish(self, job, status, usage):
        # Kill only the group: after waitpid, the process id may already belong to another process.
        with contextlib.suppress(OSError):
            os.killpg(job.pid, signal.SIGKILL)
        if job.errors in self.selector.get_map():
            self.selector.unregister(job.errors)
            while job.take_errors() and len(job.tail) < STDERR_TAIL and has_input(job.errors):
                pass
        os.close(job.errors)
        report = {
            'code': os.WEXITSTATUS(status) if os.WIFEXITED(status) else None,
            'signal': signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else None,
            'stderr': job.tail.decode('utf-8', 'replace'),
            'cpuMs': round((usage.ru_utime + usage.ru_stime) * 1000),
            'peakKb': kilobytes(usage),
            'parentKb': own_kilobytes(),
        }
        # Blocks until the api has read the child's output, which it always does.
        send(job.channel, b'\0' + json.dumps(report).encode() + b'\n')
        self.selector.register(job.channel, selectors.EVENT_READ, self.on_channel)

    def end_strays(self):
        """Kills processes that have left their job's process group. As a subreaper, we inherit them."""
        with contextlib.suppress(OSError, ValueError):
            with open(f'/proc/self/task/{self.pid}/children') as children:
                for pid in map(int, children.read().split()):
                    if pid not in self.jobs:
                        kill_group(pid)

    def end(self):
        for pid in self.jobs:
            kill_group(pid)
        os._exit(0)


def kill_group(pid):
    for kill in (os.killpg, os.kill):
        with contextlib.suppress(OSError):
            kill(pid, signal.SIGKILL)


def has_input(fd):
    with selectors.DefaultSelector() as selector:
        selector.register(fd, selectors.EVENT_READ)
        return bool(selector.select(0))


def kilobytes(usage):
    return usage.ru_maxrss // (1024 if sys.platform == 'darwin' else 1)


def own_kilobytes():
    """Current resident memory. (The peak from getrusage includes the memory of the process that forked us.)"""
    try:
        with open('/proc/self/statm') as statm:
            return int(statm.read().split()[1]) * resource.getpagesize() // 1024
    except OSError:
        return kilobytes(resource.getrusage(resource.RUSAGE_SELF))


def send(fd, data):
    while data:
        data = data[os.write(fd, data):]


def run_job(parent, line, channel, errors):
    """In the child: sets up isolation, then runs yt-dlp. Never returns."""
    code = 1
    try:
        # Stay in the parent's session, whose low priority applies to all jobs together.
        os.setpgid(0, 0)
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent.pid:
            os._exit(1)
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(channel, 1)
        os.dup2(errors, 2)
        # Close the descriptors of other jobs (channels, error pipes) and the selector.
        os.closerange(3, max(channel, errors, parent.wake) + 256)
        send(1, b'%d\n' % os.getpid())
        job = json.loads(line)
        # Under memory pressure the kernel should kill this job, not the server.
        with contextlib.suppress(OSError), open('/proc/self/oom_score_adj', 'w') as score:
            score.write('1000')
        # Kills the job even if no Python code runs anymore.
        signal.alarm(job['seconds'])
        for name, value in job['limits'].items():
            kind = getattr(resource, f'RLIMIT_{name}')
            _, hard = resource.getrlimit(kind)
            value = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.setrlimit(kind, (value, value))
        os.environ.clear()
        os.environ.update(job['env'])
        sys.argv = ['yt-dlp', *job['argv']]
        parent.yt_dlp.main(job['argv'])
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(BaseException):
            sys.stdout.flush()
        with contextlib.suppress(BaseException):
            sys.stderr.flush()
        os._exit(code)


def load(module_path, usual):
    if module_path:
        sys.path.insert(0, module_path)
    # A job's --no-plugin-dirs takes effect too late for the modules that are loaded here.
    os.environ['YTDLP_NO_PLUGINS'] = '1'
    import yt_dlp
    from yt_dlp.extractor import gen_extractor_classes

    names = re.compile(usual, re.IGNORECASE)
    for extractor in gen_extractor_classes():
        # Compile the URL pattern now, because that would take too long in each job.
        extractor.suitable('http://localhost/')
        if names.fullmatch(extractor.IE_NAME):
            # A lazy extractor imports its module when it is instantiated. Jobs import other modules in milliseconds.
            extractor()
    share_certificates()
    rehearse(yt_dlp)
    # Each of these only saves time, so a yt-dlp that is built differently does without it.
    for share in (share_options, share_extractors, skip_extractors_without_embeds):
        with contextlib.suppress(Exception):
            share(yt_dlp)
    return yt_dlp


def share_certificates():
    """Loads the system's CA certificates once for all jobs, because loading takes a third of a job's time."""
    with contextlib.suppress(ImportError, AttributeError):
        from yt_dlp.networking import common

        common.make_ssl_context = functools.lru_cache(common.make_ssl_context)


def share_options(yt_dlp):
    """Makes the parser of the command line once for all jobs."""
    options = yt_dlp.options
    make, made = options.create_parser, [options.create_parser()]
    options.create_parser = lambda: made.pop() if made else make()


def share_extractors(yt_dlp):
    """Makes the list of all extractors once for all jobs."""
    prepared = yt_dlp.YoutubeDL({'quiet': True, 'cachedir': False}, auto_init=False)
    prepared.add_default_info_extractors()
    add, made = yt_dlp.YoutubeDL.add_default_info_extractors, [prepared]

    def add_prepared(ydl):
        if ydl._ies or not made or ydl.params.get('allowed_extractors', ['default']) != ['default']:
            add(ydl)
            return
        # Not copied: copying would touch, and thereby duplicate, the memory of all extractors.
        ydl._ies = made.pop()._ies
        for key, extractor in prepared._ies_instances.items():
            ydl._ies_instances[key] = extractor
            extractor.set_downloader(ydl)

    yt_dlp.YoutubeDL.add_default_info_extractors = add_prepared


# The attributes of an extractor with which yt-dlp's default search for embeds works.
EMBED_ATTRIBUTES = {'_EMBED_REGEX', '_EMBED_URL_RE', '_VALID_URL', '_extract_from_webpage', '_extract_embed_urls',
                    '__dict__', '__name__'}


def skip_extractors_without_embeds(yt_dlp):
    """
    On a page of an unknown site, every extractor looks for embedded players. Most of them use the default search
    without a pattern, which never finds any.
    """
    from yt_dlp.extractor import gen_extractor_classes
    from yt_dlp.extractor.common import InfoExtractor

    steps = ('extract_from_webpage', '_extract_from_webpage', '_extract_embed_urls')
    default = {name: getattr(InfoExtractor, name).__func__ for name in steps}
    used = {name for step in default.values() for name in step.__code__.co_names if name.startswith('_')}
    if not used <= EMBED_ATTRIBUTES:
        return

    def searches(extractor):
        is_default = all(getattr(getattr(extractor, name), '__func__', None) is default[name] for name in steps)
        return not is_default or extractor._EMBED_REGEX

    # Set on every class, because classes inherit from each other.
    found = [(extractor, getattr(extractor, 'real_class', extractor)) for extractor in gen_extractor_classes()]
    searching = [(extractor, own.extract_from_webpage if searches(own) else None) for extractor, own in found]
    for extractor, search in searching:
        extractor.extract_from_webpage = search or staticmethod(lambda *_, **__: iter(()))


def rehearse(yt_dlp):
    """Extracts a local page once, so that children inherit everything that yt-dlp imports and compiles for it."""
    listener = socket.create_server(('127.0.0.1', 0))
    server = os.fork()
    if server == 0:
        serve_page(listener)
    url = f'http://127.0.0.1:{listener.getsockname()[1]}/'
    listener.close()
    try:
        with open(os.devnull, 'w') as nowhere, contextlib.redirect_stdout(nowhere):
            yt_dlp.main([*REHEARSED, '--proxy', '', '--', url])
    except SystemExit:
        pass
    finally:
        kill_group(server)
        os.waitpid(server, 0)


def serve_page(listener):
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    listener.settimeout(REHEARSAL_SECONDS)
    try:
        while True:
            connection, _ = listener.accept()
            is_page = connection.recv(CHUNK).startswith(b'GET / ')
            send(connection.fileno(), PAGE if is_page else CLIP)
            connection.close()
    finally:
        os._exit(0)


def main():
    module_path, channels, usual = sys.argv[1:]
    # Don't import anything from this folder or the working directory.
    del sys.path[0]
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Only the soft limit: each job sets its own.
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (PARENT_BYTES, hard))
    yt_dlp = load(module_path, usual)
    parent = Parent(yt_dlp, range(3, 3 + int(channels)))
    gc.collect()
    # Memory that the collector does not touch stays shared with the children.
    gc.freeze()
    ready = {'version': yt_dlp.version.__version__, 'parentKb': own_kilobytes()}
    send(1, json.dumps(ready).encode() + b'\n')
    parent.serve()


main()
