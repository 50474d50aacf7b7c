import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { waitUntil } from './wait-until.js';

/** The pause between rounds in milliseconds, so that visitors don't overload the machine. */
const PAUSE_MS = 250;

/** A visitor who repeats the same actions, recording each failure. */
export class Visitor {
  rounds = 0;
  readonly failures: string[] = [];
  private isLeaving = false;
  private readonly gone: Promise<void>;

  constructor(
    readonly name: string,
    round: (number: number) => Promise<void>,
    private readonly pauseMs = PAUSE_MS,
  ) {
    this.gone = this.visit(round);
  }

  /** Waits until another round has ended. */
  async anotherRound(): Promise<void> {
    const from = this.rounds;
    await waitUntil(() => this.rounds > from, `another round of ${this.name}`);
  }

  async leave(): Promise<void> {
    this.isLeaving = true;
    await this.gone;
  }

  private async visit(round: (number: number) => Promise<void>): Promise<void> {
    while (!this.isLeaving) {
      await round(this.rounds).catch((error: unknown) => {
        this.failures.push(`${this.name} ${this.rounds}: ${inspect(error)}`);
      });
      this.rounds += 1;
      await delay(this.pauseMs);
    }
  }
}
