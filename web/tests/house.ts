/** A real house for a test: the built binary on a free port, with its data in a place of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';

const BINARY = process.env.STACKHOUSE_BIN ?? join(import.meta.dirname, '../../target/release/stackhouse');

export class House {
  private process: ChildProcess | null = null;
  private readonly data = mkdtempSync(join(tmpdir(), 'stackhouse-'));

  private constructor(
    readonly port: number,
    private readonly more: string[] = [],
  ) {}

  static async open(...more: string[]): Promise<House> {
    const house = new House(await freePort(), more);
    await house.start();
    return house;
  }

  /** Stands for a house that is not started here. */
  static away(): House {
    return new House(0);
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const args = ['serve', '--port', `${this.port}`, '--data', this.data, '--fast-bots', '--no-limits', ...this.more];
    this.process = spawn(BINARY, args, { stdio: 'ignore' });
    await expect.poll(() => this.isReady(), { timeout: 20_000 }).toBe(true);
  }

  /** Stops the server as an operator would, and waits until it is gone. */
  async stop(): Promise<void> {
    const process = this.process;
    if (!process) return;
    this.process = null;
    const gone = new Promise<void>((done) => process.once('exit', () => done()));
    process.kill('SIGTERM');
    await gone;
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }

  private async isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.address}/readyz`)).ok;
    } catch {
      return false;
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** A house that runs already, such as a development server; tests that restart their house leave it out. */
export const RUNNING = process.env.STACKHOUSE_URL ?? '';

/** A test with a house; every page it opens plays without waiting for movements. */
export const test = base.extend<{ pace: 'instant' | 'brisk' }, { house: House }>({
  house: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of what is wanted
    async ({}, use) => {
      const house = RUNNING ? House.away() : await House.open();
      await use(house);
      await house.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ house }, use) => use(RUNNING || house.address),
  pace: ['instant', { option: true }],
  context: async ({ context, pace }, use) => {
    await context.addInitScript((pace) => {
      if (!localStorage.getItem('stackhouse.settings'))
        localStorage.setItem('stackhouse.settings', JSON.stringify({ name: 'Ada', pace, isMuted: true }));
    }, pace);
    await use(context);
  },
});

export { expect };

/** Keeps a picture of the page as an artefact of the build, once whatever is drawn late is there and at rest. */
export async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await rest(page);
  await page.screenshot({ path: `artefacts/pictures/${name}.png` });
}

/** Lets whatever moves come to rest. */
export async function rest(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.getAnimations().filter((a) => a.playState === 'running' && a.effect?.getTiming().iterations !== Infinity)
        .length === 0,
  );
}
