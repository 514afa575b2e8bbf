/** Starts the client. */
import '@fontsource-variable/outfit/wght.css';
import './app.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { text } from './text';

document.documentElement.lang = text.language;
mount(App, { target: document.getElementById('app')! });

if ('serviceWorker' in navigator && import.meta.env.PROD) {
  navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
