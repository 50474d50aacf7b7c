import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEgressAllow } from '../../../../infra/egress/egress-policy.js';
import { EgressService } from '../../../../infra/egress/egress.service.js';
import { fetchProgram, programIn, releaseGet } from './release.js';
import { newestRelease, publishedSum } from './signed-release.js';
import { type Answer, ReleaseHost, sumsOf } from './testing/release-host.js';
import { releaseSigner } from './testing/release-signing.js';

const PROGRAM = '#!/bin/sh\necho 2030.01.01\n';

const host = new ReleaseHost();
let from: string;
let egress: EgressService;
let folder: string;

beforeAll(() => host.start());
afterAll(() => host.close());
beforeEach(async () => {
  from = `${host.url}/releases`;
  egress = new EgressService({
    allow: parseEgressAllow('127.0.0.1/32'),
    ownHosts: [],
    ownEndpoints: [],
    proxyOf: () => null,
  });
  folder = await mkdtemp(join(tmpdir(), 'dipper-release-'));
});
afterEach(async () => {
  await egress.onApplicationShutdown();
  await rm(folder, { recursive: true });
});

async function take(): Promise<void> {
  const get = releaseGet({ egress, signal: new AbortController().signal });
  const release = await newestRelease(get, from);
  const sum = await publishedSum(release, host.publicKey, get);
  await fetchProgram(release, { folder, sum }, get);
}

it('writes a program whose checksum is signed, and requests the program last', async () => {
  await host.offer(PROGRAM);
  await take();
  expect(host.asked).toEqual(['releases', 'SHA2-256SUMS', 'SHA2-256SUMS.sig', 'yt-dlp']);
  expect(await readFile(programIn(folder), 'utf8')).toBe(PROGRAM);
  expect((await stat(programIn(folder))).mode & 0o777).toBe(0o755);
});

it('finds the checksum and its signature beside a program that the host serves directly', async () => {
  await host.offer(PROGRAM);
  from = `${host.url}/yt-dlp`;
  await take();
  expect(await readFile(programIn(folder), 'utf8')).toBe(PROGRAM);
});

it.each<[what: string, others: Record<string, Answer>, why: RegExp, asked: number]>([
  ['cannot be looked up', { releases: 403 }, /^HTTP 403 from 127\.0\.0\.1:\d+$/, 1],
  ['is a login page', { releases: '<html>Log in' }, /^the list of releases cannot be read$/, 1],
  ['lists no program', { 'yt-dlp': null }, /^the list of releases cannot be read$/, 1],
  ['lists no checksum', { 'SHA2-256SUMS': null }, /^it publishes no checksum$/, 1],
  ['has no checksum', { 'SHA2-256SUMS': 404 }, /^it publishes no checksum$/, 2],
  ['has an unavailable checksum', { 'SHA2-256SUMS': 503 }, /^HTTP 503 for its checksum$/, 2],
  ['lists no signature', { 'SHA2-256SUMS.sig': null }, /^it publishes no signature$/, 2],
  ['has no signature', { 'SHA2-256SUMS.sig': 404 }, /^it publishes no signature$/, 3],
  ['has an unavailable signature', { 'SHA2-256SUMS.sig': 503 }, /^HTTP 503 for its signature$/, 3],
  ['has an empty signature', { 'SHA2-256SUMS.sig': '' }, /^its signature is not valid \(/, 3],
  [
    'has a web page as its signature',
    { 'SHA2-256SUMS.sig': '<html>' },
    /^its signature is not valid/,
    3,
  ],
  [
    'has checksums only for other files',
    { 'SHA2-256SUMS': sumsOf(PROGRAM, 'yt-dlp_linux') },
    /^it publishes no checksum for yt-dlp$/,
    3,
  ],
  ['is missing', { 'yt-dlp': 404 }, /^HTTP 404 for the newest release$/, 4],
  [
    'is a different file from the one published',
    { 'yt-dlp': 'rm -rf' },
    /its checksum differs$/,
    4,
  ],
])('writes nothing from a release that %s', async (_, others, why, requests) => {
  await host.offer(PROGRAM, others);
  await expect(take()).rejects.toThrow(why);
  expect(host.asked).toHaveLength(requests);
  expect(await readdir(folder)).toEqual([]);
});

it('writes nothing from a release whose checksums were replaced after signing', async () => {
  await host.offer(PROGRAM, { 'SHA2-256SUMS.sig': await host.sign(sumsOf('another')) });
  await expect(take()).rejects.toThrow(/^its signature is not valid \(/);
  expect(host.asked).not.toContain('yt-dlp');
});

it('writes nothing from a release signed with another key', async () => {
  await host.offer(PROGRAM, {
    'SHA2-256SUMS.sig': await (await releaseSigner()).sign(sumsOf(PROGRAM)),
  });
  await expect(take()).rejects.toThrow(/^its signature is not valid \(/);
  expect(host.asked).not.toContain('yt-dlp');
});

it('writes nothing from a truncated release', async () => {
  await host.offer(PROGRAM);
  host.truncated = 'yt-dlp';
  await expect(take()).rejects.toThrow(/egress failed: connection/);
  expect(await readdir(folder)).toEqual([]);
});
