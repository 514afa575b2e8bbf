/** A replay is told step by step by what changed; here it becomes whole moments again. */
import type { View } from '../../wire/games';
import type { Change, Moment, Replay, TableInfo } from '../../wire/wire';

/** An ended game moment by moment, as one viewer saw it. */
export interface Watched {
  info: TableInfo;
  seat: number | null;
  steps: Moment[];
}

/** The steps of a JSON Pointer. */
function stepsOf(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A value with one change made in it; what stays is shared with the value before. */
function changed(value: unknown, [step, ...rest]: string[], change: Change): unknown {
  if (step === undefined) return change.op === 'remove' ? undefined : change.value;
  if (Array.isArray(value)) {
    const [list, at] = [value.slice() as unknown[], Number(step)];
    if (rest.length > 0 || change.op === 'replace') list[at] = changed(list[at], rest, change);
    else if (change.op === 'add') list.splice(at, 0, change.value);
    else list.splice(at, 1);
    return list;
  }
  const { [step]: before, ...others } = value as Record<string, unknown>;
  if (rest.length === 0 && change.op === 'remove') return others;
  return { ...(value as object), [step]: changed(before, rest, change) };
}

/** The value that a JSON Patch makes of another. */
export function patched(value: unknown, changes: readonly Change[]): unknown {
  return changes.reduce((sofar, change) => changed(sofar, stepsOf(change.path), change), value);
}

/** A replay with every moment whole. */
export function unfolded({ info, seat, steps }: Replay): Watched {
  let view: View | undefined;
  let turn: Moment['turn'] = { type: 'nature' };
  const moments = steps.map((step): Moment => {
    // A view of a game, patched as the server says, is the next view of that game.
    view = step.view ?? (patched(view, step.changes ?? []) as View);
    turn = step.turn ?? turn;
    const { seq, events } = step;
    return {
      table: info.table,
      seq,
      events,
      is_gapless: true,
      view,
      turn,
      moves: { list: [], is_complete: false, is_forced: false },
      may_take_back: false,
      clocks: {
        now_ms: events.at(-1)?.at_ms ?? info.opened_at_ms,
        turn_ends_at_ms: null,
        window_ends_at_ms: null,
        seats: [],
      },
      standings: step.standings ?? null,
    };
  });
  return { info, seat, steps: moments };
}
