import { defineConfig, devices } from '@playwright/test';

const chromium = {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--headless',
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--use-gl=angle',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
  ],
};

export default defineConfig({
  testDir: 'tests',
  outputDir: 'artefacts/runs',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // Most of a test is waiting; each worker has a house of its own.
  workers: 2,
  fullyParallel: true,
  // A test that fails now and then is mended, never tried again.
  retries: 0,
  reporter: [['list']],
  use: { launchOptions: chromium, screenshot: 'on', trace: 'off', colorScheme: 'light' },
  projects: [
    { name: 'tables', testMatch: /.*\.spec\.ts/, use: { viewport: { width: 1280, height: 800 } } },
    {
      name: 'pictures',
      testMatch: /pictures\.ts/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 }, launchOptions: chromium },
    },
  ],
});
