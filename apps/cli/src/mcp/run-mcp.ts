import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Context } from '../context.js';
import { EXIT, type ExitCode, explain } from '../exit-codes.js';
import { type Connection, type Server, withClient } from '../server/with-client.js';
import { VERSION } from '../version.js';
import {
  make,
  makeInput,
  search,
  searchInput,
  status,
  statusInput,
  type ToolContext,
} from './tools.js';

/** Runs a tool. A failure is also sent as a reply, so that the assistant can react to it. */
async function answer(work: () => Promise<object>, server: string | null) {
  try {
    const reply = await work();
    const text = JSON.stringify(reply, null, 1);
    return { content: [{ type: 'text' as const, text }] };
  } catch (error) {
    const { sentence, code } = explain(error, server);
    const text = code === null ? sentence : `${sentence} (${code})`;
    return { isError: true, content: [{ type: 'text' as const, text }] };
  }
}

function createServer(context: ToolContext, server: string | null): McpServer {
  const mcp = new McpServer({ name: 'dipper', version: VERSION });
  mcp.registerTool(
    'search',
    {
      title: 'Look at a link',
      description:
        'Lists the video and audio formats and the subtitles behind a link, or the entries of a list.',
      inputSchema: searchInput,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    (input) => answer(() => search(input, context), server),
  );
  mcp.registerTool(
    'make',
    {
      title: 'Make a file',
      description:
        'Starts to make a file from a link: a video, its audio, a clip or subtitles. Returns a task_id for `status`, or a file_url if the file is ready.',
      inputSchema: makeInput,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    (input) => answer(() => make(input, context), server),
  );
  mcp.registerTool(
    'status',
    {
      title: 'Check the progress of a file',
      description:
        'Reports the progress of a task and, once it is complete, the file_url to download.',
      inputSchema: statusInput,
      annotations: { readOnlyHint: true },
    },
    (input) => answer(() => status(input, context), server),
  );
  return mcp;
}

/** Resolves when the assistant closes stdin, or on a signal. */
function untilClosed({ signal }: Context): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    signal.addEventListener('abort', () => resolve());
  });
}

/** Serves the tools over stdio until the assistant disconnects. @returns the exit code */
export async function runMcp(server: Server, context: Context): Promise<ExitCode> {
  const serve = async ({ client, url }: Connection): Promise<ExitCode> => {
    const tools: ToolContext = { client, url: url.replace(/\/+$/, ''), signal: context.signal };
    const handle = serveStdio(() => createServer(tools, server.url));
    await untilClosed(context);
    await handle.close();
    return EXIT.done;
  };
  return withClient(server, context, serve, () => undefined);
}
