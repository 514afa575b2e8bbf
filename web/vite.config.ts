import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** The server a development build talks to. */
const house = process.env.STACKHOUSE ?? 'http://127.0.0.1:8080';

/** What the server lets a page of the house do; a preview keeps to it too. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** A game's own parts are called after it, as in `stacket-Table`, so that one sees whose they are. */
function chunkName(module: string | null): string {
  const game = module?.match(/\/games\/(\w+)\/\w+\.svelte$/)?.[1];
  return game ? `${game}-[name]` : '[name]';
}

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: { chunkFileNames: ({ facadeModuleId }) => `assets/${chunkName(facadeModuleId)}-[hash].js` },
    },
  },
  preview: { headers: { 'Content-Security-Policy': policy } },
  server: { proxy: { '/api': house, '/ws': { target: house, ws: true } } },
});
