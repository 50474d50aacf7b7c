import { API } from '@dipper/contract';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const SAMPLE = /^([a-z_][\w:]*)(?:\{(.*)\})? (\S+)$/i;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** A process's metrics at one moment (Prometheus's text format, version 0.0.4). */
export class Scrape {
  private readonly samples: readonly Sample[];

  constructor(readonly text: string) {
    this.samples = text.split('\n').flatMap((line) => {
      const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
      const pairs = [...labels.matchAll(LABEL)].map(([, key = '', its = '']) => [key, its]);
      return name === undefined
        ? []
        : [{ name, labels: Object.fromEntries(pairs) as Sample['labels'], value: Number(value) }];
    });
  }

  /** @throws if the server does not expose its metrics */
  static async of(url: string): Promise<Scrape> {
    const response = await fetch(url + API.metrics);
    if (response.status !== 200) {
      throw new Error(`The metrics were refused with ${response.status}`);
    }
    return new Scrape(await response.text());
  }

  /** The sum of all samples with at least these labels. */
  sum(name: string, labels: Readonly<Record<string, string>>): number {
    const wanted = Object.entries(labels);
    return this.samples
      .filter((sample) => sample.name === name)
      .filter((sample) => wanted.every(([key, value]) => sample.labels[key] === value))
      .reduce((sum, { value }) => sum + value, 0);
  }

  /** True if the process has this metric, whether or not it has a value. */
  hasMetric(name: string): boolean {
    const family = name.replace(/_(?:bucket|sum|count)$/, '');
    return [name, family].some((one) => this.text.includes(`# TYPE ${one} `));
  }
}
