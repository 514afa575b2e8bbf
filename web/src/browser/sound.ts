/** Short sounds made on the spot; nothing is loaded. */
import { settings } from './settings.svelte';

export type Sound = 'deal' | 'slide' | 'turn' | 'bank' | 'bust' | 'dice' | 'win' | 'chat' | 'call';

let audio: AudioContext | null = null;

/** Plays a sound, unless muted or before the first touch. */
export function play(sound: Sound): void {
  if (settings.isMuted || typeof AudioContext === 'undefined') return;
  if (!navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  if (audio.state === 'suspended') void audio.resume();
  make[sound](audio, audio.currentTime);
}

function rustle(ctx: AudioContext, at: number, long: number, pitch: number, loud: number): void {
  const buffer = ctx.createBuffer(1, Math.ceil(ctx.sampleRate * long), ctx.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / data.length) ** 2;
  const source = new AudioBufferSourceNode(ctx, { buffer });
  const filter = new BiquadFilterNode(ctx, { type: 'bandpass', frequency: pitch, Q: 0.8 });
  const gain = new GainNode(ctx, { gain: loud });
  source.connect(filter).connect(gain).connect(ctx.destination);
  source.start(at);
}

function tone(
  ctx: AudioContext,
  at: number,
  long: number,
  from: number,
  to: number,
  loud: number,
  type: OscillatorType = 'sine',
): void {
  const source = new OscillatorNode(ctx, { type, frequency: from });
  source.frequency.exponentialRampToValueAtTime(to, at + long);
  const gain = new GainNode(ctx, { gain: 0 });
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  source.connect(gain).connect(ctx.destination);
  source.start(at);
  source.stop(at + long + 0.02);
}

const make: Record<Sound, (ctx: AudioContext, at: number) => void> = {
  deal: (ctx, at) => rustle(ctx, at, 0.07, 3200, 0.35),
  slide: (ctx, at) => rustle(ctx, at, 0.16, 1800, 0.25),
  turn: (ctx, at) => {
    tone(ctx, at, 0.35, 660, 660, 0.06);
    tone(ctx, at + 0.09, 0.4, 990, 990, 0.05);
  },
  bank: (ctx, at) => {
    rustle(ctx, at, 0.1, 900, 0.4);
    tone(ctx, at, 0.18, 150, 80, 0.18);
  },
  bust: (ctx, at) => tone(ctx, at, 0.45, 320, 90, 0.12, 'triangle'),
  dice: (ctx, at) => [0, 0.07, 0.16, 0.29].forEach((later) => rustle(ctx, at + later, 0.05, 2400, 0.4)),
  win: (ctx, at) => [523, 659, 784, 1047].forEach((pitch, i) => tone(ctx, at + i * 0.11, 0.5, pitch, pitch, 0.07)),
  chat: (ctx, at) => tone(ctx, at, 0.12, 880, 1175, 0.04),
  call: (ctx, at) => {
    tone(ctx, at, 0.3, 196, 185, 0.14, 'sawtooth');
    rustle(ctx, at, 0.2, 700, 0.3);
  },
};
