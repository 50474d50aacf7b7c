import { Injectable } from '@nestjs/common';
import { within } from '../within.js';

/**
 * How long to wait for a dependency, in milliseconds. Load balancers don't wait longer than that.
 */
const PATIENCE_MS = 1000;

/**
 * Runs the checks and reports of /api/ready. Each module registers its dependencies when it is
 * initialized.
 */
@Injectable()
export class Readiness {
  private readonly checks: { readonly name: string; readonly check: () => unknown }[] = [];
  private readonly reports: { readonly name: string; readonly report: () => Promise<unknown> }[] =
    [];

  /** @param check throws or rejects while the dependency fails. Several checks may share a name. */
  addCheck(name: string, check: () => unknown): void {
    this.checks.push({ name, check });
  }

  /** Adds facts that do not decide whether the server is ready. */
  addReport(name: string, report: () => Promise<unknown>): void {
    this.reports.push({ name, report });
  }

  /** @returns one entry for each name, and whether all checks passed */
  async look(): Promise<{ readonly isReady: boolean; readonly entries: Record<string, unknown> }> {
    const [reports, failing] = await Promise.all([
      Promise.all(this.reports.map(async ({ name, report }) => [name, await report()] as const)),
      Promise.all(this.checks.map(async ({ name, check }) => ((await fails(check)) ? [name] : []))),
    ]);
    const names = new Set(failing.flat());
    const outcomes = this.checks.map(({ name }) => [name, names.has(name) ? 'failing' : 'ok']);
    return {
      isReady: names.size === 0,
      entries: Object.fromEntries([...outcomes, ...reports]) as Record<string, unknown>,
    };
  }
}

/** Waits for `answer`, but no longer than a load balancer would. @throws Error after that */
export function inTime<T>(answer: Promise<T>): Promise<T> {
  return within(answer, PATIENCE_MS, 'a response');
}

function fails(check: () => unknown): Promise<boolean> {
  // A check that throws synchronously also counts as failed.
  return inTime(Promise.resolve().then(check)).then(
    () => false,
    () => true,
  );
}
