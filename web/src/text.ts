/**
 * Every English word of the client: translate this file, the folder `text` beside it, and each game's `words.ts` and
 * `tell.ts`, and the client speaks another language. What the server says, such as rules and reasons, goes through
 * `text/server.ts`; what a browser reads before the client runs is in `index.html` and the manifest.
 */
import { words as nabbit } from './games/nabbit/words';
import { words as nuts } from './games/nuts/words';
import { words as push } from './games/push/words';
import { words as stacket } from './games/stacket/words';
import { words as stacks } from './games/stacks/words';
import { learn, lessons, scored, tips } from './text/lessons';
import type { GameId } from './wire/games';
import type { Reaction } from './wire/wire';
import { andList, percentOf, plural, signed, verbFor, YOU } from './text/grammar';

export { andList, plural, signed, verbFor };

export const text = {
  language: 'en',
  house: 'Stackhouse',
  /** The title of a window: whoever looks elsewhere sees there that it is their turn. */
  titleOf: (game: string, isMine: boolean) => `${isMine ? 'Your turn · ' : ''}${game} · Stackhouse`,
  tagline: 'Five small games of stacks. Sit down.',
  close: 'Close',
  cancel: 'Cancel',
  /** The key that cancels. */
  escape: 'Esc',
  back: 'Back to the lobby',
  guest: 'Guest',
  failed: 'That did not work. Try again.',
  away: 'away',
  yourTurn: 'your turn',
  /** What is asked, for who does not see whose turn it is; some questions say it themselves. */
  asks: (question: string) => (question.startsWith('Your turn') ? question : `Your turn. ${question}`),
  theirTurn: 'to play',
  bot: (level: string) => `${{ easy: 'Easy', medium: 'Steady', hard: 'Sharp' }[level] ?? level} bot`,
  you: YOU,
  cards: (n: number) => plural(n, 'card'),
  points: (n: number) => plural(n, 'point'),
  /** A score of which a part may be hidden. */
  atLeast: (n: number, isMore: boolean) => (isMore ? `${n}+` : `${n}`),
  tooLate: 'That came too late: the table has moved on.',
  notMade: 'Your move was not made: the line dropped, and the game went on without it.',

  line: {
    connecting: 'Finding the house …',
    lost: 'The line dropped. Mending it …',
    gone: 'The house does not answer. Your place is kept; this page comes back by itself as soon as the server does.',
    still: 'Meanwhile the rules and the lessons are here.',
    sought: 'This page is not here yet. The house is being sought …',
    broken: 'This page cannot be shown.',
    again: 'Load it again',
  },

  lobby: {
    playNow: 'Play now',
    playNowSub: 'against bots',
    open: 'Open a table',
    learn: 'Learn it',
    rules: 'Rules',
    games: 'The games',
    name: 'Your name',
    join: 'Join a table',
    joinHint: 'Type its code: six letters and digits',
    noTable: 'No table has this code. Look at it once more; perhaps the table was closed.',
    noCode: 'A code has six letters and digits.',
    tv: 'Play on this screen',
    tvHint: 'A TV or laptop for all, everybody plays on a phone',
    code: 'Code',
    go: 'Go',
    openTables: 'Open tables',
    noTables: 'Nobody is waiting just now. Open a table and send the link to somebody.',
    sit: 'Sit down',
    watch: 'Watch',
    watchBots: 'Watch bots play',
    yours: 'Your games',
    goOn: 'Go on',
    going: 'is waiting for you',
    look: 'Look back',
    forget: 'Forget',
    forgetSure:
      'Your seat stays taken, and this device no longer finds it. Leave the game at its table if you are done with it.',
    free: 'free seat',
    players: (min: number, max: number) => (min === max ? `${min} players` : `${min} to ${max} players`),
    seatsFree: (n: number) => (n === 0 ? 'full' : plural(n, 'free seat')),
    playing: 'playing',
    over: 'finished',
    qr: 'Scan a code',
    settings: 'Settings',
    lab: 'Is it better to begin? What bots found out about the five games',
    /** The games in the order of the lobby. For the shell that has not reached its server, which tells titles itself. */
    titles: {
      nabbit: 'Stack Nabbit',
      push: 'Push',
      stacks: 'Stacks',
      nuts: 'Nuts for Nuts',
      stacket: 'Stacket',
    } satisfies Record<GameId, string> as Record<string, string>,
    minutes: {
      nabbit: '20 min',
      push: '20 min',
      stacks: '15 min',
      nuts: '25 min',
      stacket: '15 min',
    } satisfies Record<GameId, string> as Record<string, string>,
  },

  opening: {
    title: (game: string) => `A table of ${game}`,
    seats: 'How many play?',
    bots: 'Bots in the other seats',
    some: 'Leave seats free for people',
    fill: 'Free seats can be given to bots when you start.',
    visible: 'Who can find it?',
    isOpen: 'Everybody: it is listed in the lobby',
    isPrivate: 'Only who has the link or the code',
    clock: 'Time for a decision',
    gameClock: 'Time for the whole game',
    noClock: 'No hurry',
    seconds: (n: number) => (n < 60 ? `${n} seconds` : plural(n / 60, 'minute')),
    window: 'Time to call a play',
    windowHint: 'After each play the others have this long to say CALL; it always runs to its end.',
    options: 'House rules',
    /** A rule and how it was chosen; some are questions. */
    rule: (label: string, value: string) =>
      label.endsWith('?') ? `${label} ${value}` : `${label}: ${value.toLowerCase()}`,
    no: 'no',
    anySeat: 'Chance decides',
    seat: (n: number) => `Seat ${n + 1}`,
    range: (min: number, max: number) => `${min} to ${max}`,
    wrong: (min: number, max: number) => `A whole number from ${min} to ${max}, please.`,
    where: 'Where is the table?',
    here: 'I play on this device',
    screen: 'Play on this screen',
    screenHint: 'For a TV or laptop that all can see. Everybody plays on a phone.',
    how: 'How do you play?',
    presets: { quick: 'Quick', normal: 'Normal', friends: 'With friends', strict: 'Strict' },
    presetHints: {
      quick: 'A short game, half a minute for a decision.',
      normal: 'The whole game, no hurry.',
      friends: 'No hurry, and longer to call while everybody talks.',
      strict: 'A minute for a decision; no hints and no odds for anybody.',
    },
    ownHint: 'As you chose it below.',
    short: 'Short game',
    shortHint: 'about half the usual time',
    more: 'More choices',
    grows: 'More may sit down until the start',
    growsHint: (most: number) => `As people come the table grows, up to ${most} seats.`,
    create: 'Open the table',
  },

  options: {
    zero_bonus: 'Points for most zeroes',
    first: 'Who begins?',
    riskier_star: 'The riskier star: it costs the whole Bench',
    two_player_switches: 'Two players keep the Switch cards',
    goal: 'Points to win',
    deck: 'The deck',
    raccoon: 'Who is the Raccoon?',
    events: 'The events',
    pieces: 'The box of pieces',
    points: 'Play for points',
    touch_move: 'Touch-move: a picked piece must be placed',
    one_hand: 'One hand: a piece keeps its tilt',
    one_minute: 'One minute a turn',
    target: 'Points to win, when playing for points',
    unplayed: 'Cards left unplayed',
    few: 'How many pieces of the box',
  } as Record<string, string>,

  copy: {
    link: 'Send this link',
    copy: 'Copy the link',
    copied: 'Copied',
    byHand: 'Press and hold the link to copy it.',
  },

  waiting: {
    title: 'Waiting for players',
    allHere: 'Everybody is here',
    code: 'or tell the code',
    scan: 'or let a phone scan this',
    ready: 'I am ready',
    notReady: 'Wait, not yet',
    start: 'Start now',
    startFill: 'Start, bots take free seats',
    host: 'host',
    isReady: 'ready',
    sitHere: 'Sit here',
    addBot: 'Put a bot here',
    remove: 'Free this seat',
    leave: 'Leave the table',
    joinAs: 'Sit down',
    full: 'All seats are taken. You can watch.',
    /** How the game comes to start: for the host, for the others, while seats are free. */
    startHost: 'Start when you like.',
    startReady: 'The game starts when everybody is ready, or when the host starts it.',
    startFull: 'The game starts when all seats are taken and everybody is ready, or when the host starts it.',
    screen: 'Table screen',
    toScreen: 'Make this device the screen',
    toPlayer: 'Play on this device',
    onTv: (address: string) => `On a TV open ${address} and type the code.`,
    room: (n: number) => `Room for ${n} more`,
    askName: 'What is your name?',
    change: 'Change name and colour',
    away: 'away',
    agreed: 'Agreed for this table',
    close: 'Close the table',
    closeSure: 'That ends it for everybody, and it cannot be opened again.',
    kick: 'Send away',
    kickSure: (name: string) => `${name} loses the seat and cannot sit down at this table again.`,
    came: (name: string) => `${name} has sat down.`,
    went: (name: string) => `${name} is no longer at the table.`,
  },

  table: {
    rules: 'Rules',
    hint: 'Hint',
    log: 'What happened',
    chat: 'Talk',
    sound: 'Sound',
    mute: 'Sound off',
    settings: 'Settings',
    say: 'Say something',
    send: 'Send',
    said: (name: string, words: string) => `${name}: ${words}`,
    onlySeated: 'Only who has a seat here can speak.',
    nothingSaid: 'Nobody has said anything yet.',
    nothingYet: 'The table is set.',
    goesOn: 'The game is on.',
    watching: 'You are watching',
    sitNext: 'Stay here: before the next game you can sit down.',
    waitFor: (names: string) => `Waiting for ${names}`,
    drawing: 'One moment …',
    advice: 'The sharp bot would',
    weighed: {
      chance: 'What it weighed: how often each choice wins in its view.',
      success: 'What it weighed: how often each choice comes off in its view.',
      points: 'What it weighed: the points each choice brings in its view.',
    },
    worth: (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(1)} points`,
    advised: 'advised',
    thinking: 'The sharp bot is thinking …',
    noAdvice: 'No hint just now.',
    share: (chance: number) => `${percentOf(chance)}%`,
    undo: 'Take back',
    standIn: 'Let a bot play for me',
    comeBack: 'Play on myself',
    botPlays: 'A bot plays for you.',
    leave: 'Leave the game',
    leaveSure: 'A bot plays your seat to the end, and you cannot come back to it.',
    left: (n: number) => `${n} left`,
    seconds: (s: number) => (s >= 60 ? `${Math.floor(s / 60)}:${String(s % 60).padStart(2, '0')}` : `${s} s`),
    keys: 'Keys',
    keyHelp: '? rules · H hint · L log · C talk · M sound · Tab and Enter reach everything',
    displaced: {
      claimed: 'Your place is open in another window.',
      kicked: 'The host has asked you to leave this table.',
      closed: 'This table has been closed.',
      'too-long': 'So much has happened here that the house ended this game unfinished. Nobody has won.',
    },
    kickedHint: 'Your seat is free again. Another table is soon found, and bots are always up for a game.',
    takeHere: 'Play here instead',
    lost: 'The house no longer gives you this table.',
    missing: 'There is no table with this code.',
  },

  over: {
    title: 'The game is over',
    zeroes: (n: number, points: number) => `${points} for ${plural(n, 'zero', 'zeroes')}`,
    wins: (names: string[]) => `${andList(names)} ${names.length > 1 ? 'win' : 'wins'}`,
    sideWins: (side: string, isMany: boolean) => `The ${side} ${isMany ? 'win' : 'wins'}`,
    shares: (names: string[]) => `${andList(names)} share the victory`,
    loses: (name: string) => `${name} loses`,
    /** A side of Nuts for Nuts, the one game that has sides. */
    side: (isMany: boolean) => (isMany ? nuts.squirrels : nuts.raccoon),
    youLose: 'You lose',
    youWin: 'You win!',
    rematch: 'Play again',
    yourself: 'Play it yourself',
    rematchWaits: (n: number) => `${plural(n, 'wants', 'want')} to play again`,
    asked: 'Waiting for the others …',
    replay: 'Watch the replay',
    /** A game in which nothing is drawn has no shuffle. */
    check: (game: string) => (game === 'stacket' ? 'Check that it was fair' : 'Check the shuffle'),
    lobby: 'Back to the lobby',
    look: 'Look at the table',
    result: 'Result',
  },

  replay: {
    title: (game: string) => `Replay · ${game}`,
    first: 'To the beginning',
    prev: 'Step back',
    play: 'Play',
    pause: 'Pause',
    next: 'Step on',
    last: 'To the end',
    speed: 'Speed',
    step: (n: number, of: number) => `Step ${n} of ${of}`,
    eyes: 'Through the eyes of',
    everyone: 'Somebody watching',
    allOpen: 'Everybody',
    chances: 'Chances to win',
    analyse: 'Work out the chances',
    analysing: (done: number, total: number) => `Working out … ${done} of ${total}`,
    turning: 'Turning points',
    turn: (name: string, change: string) => `${name} ${change}`,
    analyseWaits: 'Waiting for the house …',
    missing: 'This game cannot be shown: it is not over yet, or was never played here.',
    chartSays: (rows: string) => `Chances to win over the game. At the end: ${rows}`,
  },

  check: {
    title: 'Was it fair?',
    how: 'Before the game the house fixed a secret and showed its hash.',
    howTogether:
      'Players then added numbers of their own. Cards and dice were drawn from all of it together, so that nobody, not even the house, could choose them.',
    howUndrawn: 'In this game nothing is drawn at random, so that the secret decides nothing in it.',
    howAlone:
      'Nobody added a number of their own, so cards and dice were drawn from that secret alone. It was fixed before the game; that the house drew it by chance has to be believed.',
    noSeeds: 'Nobody gave one.',
    withoutSeed: (names: string[]) => `${andList(names)} gave none.`,
    promise: 'The house promised this hash when the table was opened',
    secret: 'It has now shown the secret',
    seeds: 'Numbers the players added',
    commitment: 'Hash of everything, shown at the start',
    matches: 'matches',
    differs: 'does NOT match',
    waiting: 'The secret is shown when the game is over.',
    verdictGood: (givers: number) =>
      `Both hashes match: the secret was fixed before ${givers > 0 ? 'anybody added a number' : 'the game'}.`,
    verdictBad: 'Something does not match. Do not trust this game.',
    record: 'Download the record of the game',
    verdictDrawn: (n: number, givers: number) =>
      `Both hashes match, and each of the ${n} draws is the one the secret ${givers > 0 ? 'and your numbers give' : 'gives'}.`,
    fates: 'Every card and die, drawn again',
    fatesHow:
      'This page has drawn them anew from the secret and the numbers, with a generator of its own, and compared them with the record of the game.',
    fatesRight: (n: number) => (n === 1 ? 'the one draw matches' : `all ${n} draws match`),
    fateWrong: (event: number, recorded: string, drawn: string) =>
      `event ${event} was ${recorded}, but the generator gives ${drawn}`,
    falls: 'Every fall, played again',
    fallsHow:
      'How pieces fall follows from how they are let go, and from nothing else. This page does not simulate it; the command below does, release by release.',
    table: 'Back to the table',
    how2: (code: string) =>
      `To check it on your own machine, with the rules as well: stackhouse verify stackhouse-${code}.json`,
  },

  settings: {
    title: 'Settings',
    name: 'Your name',
    mute: 'Sound off',
    still: 'No movement',
    stillHint: 'Cards appear in their place instead of moving there',
    pace: 'Tempo',
    paces: { calm: 'Calm', brisk: 'Brisk', instant: 'At once' },
  },

  tv: {
    title: 'Play on this screen',
    how: 'Choose a game. Everybody else takes a phone and sits down.',
    show: 'Or show a table that is open already',
    /** How the device is called that hosts and plays not. */
    name: 'The TV',
  },

  /** How somebody looks: colours and signs, by number. */
  look: {
    title: 'You at this table',
    colour: 'Colour',
    sign: 'Sign',
    save: 'Done',
    taken: (name: string) => `${name} (taken)`,
    colours: ['Sand', 'Sky', 'Leaf', 'Rose', 'Violet', 'Sea', 'Sun', 'Stone'],
    signs: [
      'First letter',
      'Star',
      'Heart',
      'Moon',
      'Leaf',
      'Lightning',
      'Drop',
      'Sun',
      'Cat',
      'Fish',
      'Crown',
      'Flower',
    ],
  },

  /** What happens at a table besides its game. */
  news: {
    away: (name: string) => `${name} is away.`,
    back: (name: string) => `${name} is back.`,
    botPlays: (name: string) => `A bot plays for ${name}.`,
    playsOn: (name: string) => `${name} plays again.`,
    left: (name: string, bot: string) => `${name} has left. ${bot}, a bot, plays on.`,
    moved: (name: string) => `${name} plays on another device now.`,
    manners: (kind: 'hints' | 'odds' | 'reactions', isOn: boolean) =>
      `The host has switched ${kind} ${isOn ? 'on' : 'off'}.`,
    host: (name: string) => `${name} is the host now.`,
    youHost: 'You are the host now.',
    watch: (n: number) => (n === 1 ? 'Somebody is watching.' : `${n} people are watching.`),
    screen: 'A screen shows the table.',
  },

  /** A picture of how a game ended. */
  picture: {
    title: 'A picture to share',
    share: 'Share a picture',
    making: 'The picture is being painted …',
    send: 'Share',
    keep: 'Save the picture',
    alt: (game: string, headline: string) => `${game}: ${headline}. The final table, the scores and the turning point.`,
    turning: (name: string, change: number, told: string) =>
      `The turning point: ${told ? `${told}, ` : ''}${name} ${change > 0 ? '+' : '−'}${percentOf(Math.abs(change))}%`,
    foot: (day: Date) => `Stackhouse · ${day.toLocaleDateString('en', { dateStyle: 'long' })}`,
  },

  /** How people feel about what happens, for everybody to see. */
  reactions: {
    title: 'Reactions',
    show: 'Show what others feel',
    names: {
      applause: 'Well done',
      laugh: 'Funny',
      wow: 'Wow',
      ouch: 'Ouch',
      hurry: 'Your turn, hurry',
      heart: 'Love it',
    } satisfies Record<Reaction, string>,
  },

  /** What the host allows at a table. */
  manners: {
    title: 'For everybody at this table',
    names: { hints: 'Hints', odds: 'Odds in numbers', reactions: 'Reactions' },
  },

  /** A seat that moves to another device. */
  handing: {
    title: 'Move my seat to another device',
    titleOf: (name: string) => `Give ${name} another device`,
    how: 'Scan this with the device you want to play on. This one lets go of the seat then.',
    howOf: (name: string) => `Whoever scans this plays on in the seat of ${name}. Everybody is told.`,
    scan: 'Scan to take the seat',
    once: 'Good once, for ten minutes.',
    used: 'That code was used or has run out. Ask for another one.',
  },

  /** The games of people who stay together. */
  evening: {
    title: 'This evening',
    another: 'Another game',
    pick: 'What do you play next?',
    hostPicks: (host: string) => `${host} chooses what comes next.`,
    games: (n: number) => plural(n, 'game'),
    wins: (n: number) => plural(n, 'win'),
    points: (n: number) => plural(n, 'point'),
    streak: (name: string, n: number) => `${name} won ${n} in a row.`,
    best: (name: string, points: number, game: string) => `${name} made ${points} points in ${game}, the most tonight.`,
    closest: (game: string, name: string, points: number) =>
      `The closest was ${game}: ${name} won by ${plural(points, 'point')}.`,
  },

  screen: {
    sit: 'Scan to sit down',
    code: 'Code',
    waits: 'Take a phone, scan, sit down.',
    free: 'free',
    alone: 'Phones cannot reach this house: start it with --lan.',
  },

  lost: 'There is no such page.',
  toLobby: 'To the lobby',

  nabbit,
  push,
  stacks,
  nuts,
  stacket,

  learn,
  lessons,
  tips,
  scored,
};

/** A stack by its number, counted from nothing. */
const STACK = /(?<=\b(?:starts|to) )stack (\d)\b/g;

/** Puts names where a text of the server says `seat 0`. */
export function withNames(line: string, names: readonly string[]): string {
  const told = line.replace(STACK, (_, n: string) => `stack ${Number(n) + 1}`);
  return told
    .replace(/\bseat (\d)\b( \w+)?/g, (whole, seat: string, verb: string | undefined) => {
      const name = names[Number(seat)];
      // Before it stands what is done to somebody, after it what they do.
      return name === undefined ? whole : name + (verb ? ` ${verbFor(name, verb.slice(1))}` : '');
    })
    .replace(/^./, (first) => first.toUpperCase());
}

/** A card of Push in words. */
export function cardOf(card: string): string {
  return card === 'roll' ? 'a Roll card' : card === 'switch' ? 'a Switch' : text.push.card(card);
}

/** A card of Nuts for Nuts in words. */
export function nutOf(card: string): string {
  const [nut = '', number = ''] = card.split('-');
  return nut === 'event' ? 'an event' : text.nuts.card(Number(number), nut);
}

export function stackName(stack: number): string {
  return `stack ${stack + 1}`;
}
