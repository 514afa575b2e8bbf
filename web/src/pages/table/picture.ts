/** A picture of how a game ended, to send to somebody: the final table, the standings and the turning point. */
import { connection } from '../../net/server.svelte';
import type { Chances } from '../../wire/wire';
import { joined, turnings, type Turning } from '../replay/chances';

export interface Line {
  name: string;
  score: string;
  isWinner: boolean;
  tint: string;
}

export interface Ending {
  title: string;
  headline: string;
  lines: readonly Line[];
  /** What turned the game, in words; nothing where nothing did. */
  turning: string;
  /** The house and the day. */
  foot: string;
}

const [WIDE, HIGH, EDGE] = [1080, 1350, 60];
/** The most room the table and the standings have. */
const TABLE = { w: WIDE - 2 * EDGE, h: 560 };
/** Nobody waits longer for a turning point. */
const PATIENCE_MS = 20_000;

/** Where the chances of an ended game changed most, with the event after which they did. */
export async function turningOf(table: string): Promise<(Turning & { seq: number }) | null> {
  let chances: Chances[] = [];
  let stop = () => {};
  const found = new Promise<void>((done) => {
    const timer = setTimeout(done, PATIENCE_MS);
    stop = connection.hearing((message) => {
      if (message.type !== 'analysis' || message.table !== table) return;
      chances = joined(chances, message.chances);
      if (message.done < message.total) return;
      clearTimeout(timer);
      done();
    });
  });
  try {
    await connection.ask({ type: 'analyse', table });
    await found;
  } catch {
    // A game without chances has none.
  } finally {
    stop();
  }
  const [turning] = turnings(chances, 1);
  return turning ? { ...turning, seq: chances[turning.index]!.seq } : null;
}

/** Colours and the like as they are where something stands. */
const resolved = (text: string, style: CSSStyleDeclaration) =>
  text.replace(/var\((--[\w-]+)\)/g, (_, name: string) => style.getPropertyValue(name).trim() || '#888');

const plain = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** The table as it lies on the page: places, names and cards; nothing where a game has no cards. */
export function tableSvg(stage: Element): string | null {
  const from = stage.getBoundingClientRect();
  const style = getComputedStyle(stage);
  const faces = document.querySelector('symbol[id^="f-"]')?.closest('svg');
  const cards = [...stage.querySelectorAll<HTMLElement>('.card:not(.gone)')];
  if (!faces || cards.length === 0 || from.width === 0) return null;
  const boxOf = (node: Element) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return `x="${(left - from.left).toFixed(1)}" y="${(top - from.top).toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}"`;
  };
  const places = [...stage.querySelectorAll('.mat:not(.bare)')].map(
    (mat) => `<rect ${boxOf(mat)} rx="14" fill="#000" fill-opacity=".22" stroke="#fff" stroke-opacity=".16"/>`,
  );
  const laid = cards
    .sort((a, b) => Number(a.style.zIndex) - Number(b.style.zIndex))
    .map((card) => {
      const face = [...card.querySelectorAll('use')].at(-1)?.getAttribute('href') ?? '#f-back';
      return `<use href="${plain(face)}" ${boxOf(card)} preserveAspectRatio="none"/>`;
    });
  // A screen for all is drawn larger than its styles say.
  const sizeOf = (node: HTMLElement) =>
    (parseFloat(getComputedStyle(node).fontSize) * node.getBoundingClientRect().height) / (node.offsetHeight || 1);
  const chips = [...stage.querySelectorAll('.chip:not(.none)')].map((chip) => {
    const fill = getComputedStyle(chip).getPropertyValue('--deep').trim() || '#10131a';
    return `<rect ${boxOf(chip)} rx="6" fill="${fill}"/>`;
  });
  const words = [
    ...stage.querySelectorAll<HTMLElement>('.plate .name, .plate .score, .note.badge, .chip:not(.none)'),
  ].map((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const [x, y] = [left - from.left + width / 2, top - from.top + height / 2];
    const disc = node.matches('.badge') ? `<circle cx="${x}" cy="${y}" r="${height / 2}" fill="#10131a"/>` : '';
    const said = node.matches('.chip') ? node.textContent : (node.firstChild?.textContent ?? '');
    const colour = node.matches('.badge, .chip') ? ' fill="#fff"' : '';
    return `${disc}<text x="${x}" y="${y}" font-size="${sizeOf(node)}"${colour} dominant-baseline="central" text-anchor="middle">${plain(said.trim())}</text>`;
  });
  const body = [new XMLSerializer().serializeToString(faces), ...places, ...laid, ...chips, ...words].join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${from.width}" height="${from.height}" font-family="sans-serif" font-weight="700" fill="${style.getPropertyValue('--ink').trim() || '#fff'}">${resolved(body, style)}</svg>`;
}

function loaded(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  return new Promise((done, fail) => {
    image.onload = () => done(image);
    image.onerror = () => fail(new Error('the table could not be drawn'));
    image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  });
}

/** Draws a picture in the colours of the room the stage stands in. */
export async function draw(ending: Ending, stage: Element): Promise<Blob> {
  const style = getComputedStyle(stage);
  const ink = (name: string, otherwise: string) => style.getPropertyValue(name).trim() || otherwise;
  const canvas = Object.assign(document.createElement('canvas'), { width: WIDE, height: HIGH });
  const ctx = canvas.getContext('2d')!;
  const ground = ctx.createLinearGradient(0, 0, 0, HIGH);
  ground.addColorStop(0, ink('--ground', '#14161b'));
  ground.addColorStop(1, ink('--ground-2', '#0d0f13'));
  ctx.fillStyle = ground;
  ctx.fillRect(0, 0, WIDE, HIGH);
  const font = (size: number, weight = 700) => (ctx.font = `${weight} ${size}px ${style.fontFamily}`);
  const write = (words: string, x: number, y: number, colour: string, most = WIDE - 2 * EDGE) => {
    ctx.fillStyle = colour;
    ctx.fillText(words, x, y, most);
  };
  const [strong, soft, accent] = [ink('--ink', '#fff'), ink('--ink-soft', '#bbb'), ink('--accent', '#f0b93a')];
  ctx.textBaseline = 'middle';
  font(38, 600);
  write(ending.title, EDGE, 84, soft);
  font(76, 800);
  write(ending.headline, EDGE, 158, strong);

  let y = 220;
  const svg = tableSvg(stage);
  if (svg) {
    const image = await loaded(svg).catch(() => null);
    if (image) {
      const scale = Math.min(TABLE.w / image.width, TABLE.h / image.height);
      const [w, h] = [image.width * scale, image.height * scale];
      ctx.drawImage(image, (WIDE - w) / 2, y, w, h);
      URL.revokeObjectURL(image.src);
      y += h + 30;
    }
  }
  const step = Math.min(y > 220 ? 110 : 150, (HIGH - 190 - y) / ending.lines.length);
  for (const { name, score, isWinner, tint } of ending.lines) {
    ctx.fillStyle = isWinner ? accent : 'rgb(127 127 127 / 0.22)';
    ctx.beginPath();
    ctx.roundRect(EDGE, y, WIDE - 2 * EDGE, step - 10, 16);
    ctx.fill();
    const middle = y + (step - 10) / 2;
    ctx.fillStyle = tint;
    ctx.beginPath();
    ctx.arc(EDGE + step / 2, middle, step * 0.28, 0, 7);
    ctx.fill();
    const colour = isWinner ? ink('--accent-ink', '#231a04') : strong;
    font(step * 0.42);
    write(name, EDGE + step, middle, colour, WIDE - 4 * EDGE - step);
    ctx.textAlign = 'right';
    write(score, WIDE - EDGE - 24, middle, colour);
    ctx.textAlign = 'left';
    y += step;
  }
  font(34, 600);
  write(ending.turning, EDGE, HIGH - 122, accent);
  font(30, 500);
  write(ending.foot, EDGE, HIGH - 62, soft);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture came of it'))), 'image/png'),
  );
}
