/** What teaches each game: the pages of its lesson, what the guide says in a first game, and its last word. */
import type { GameId } from '../wire/games';

export const learn = {
  title: (game: string) => `Learn ${game}`,
  next: 'Next',
  prev: 'Back',
  start: 'Play a first game',
  startSub: 'The first game takes a few minutes, against easy bots, with a guide at your side.',
  skip: 'No guide',
  guide: 'Guide',
  step: (n: number, of: number) => `${n} of ${of}`,
  done: 'Got it',
  missing: 'There is no such lesson here.',
  missingHint: 'These are the games you can learn:',
  /** After the first game. */
  won: 'Your first game, and you won it!',
  lost: 'That was your first game: now you know how it goes.',
  real: 'Play a real game now',
};

/** The pages of each game's lesson. */
export const lessons: Record<GameId, string[]> = {
  nabbit: [
    'Cards show 0 to 6 and are worth that many points. Whoever has the most of them once the draw pile is empty wins.',
    'On your turn cards are flipped one by one. After each you may stop and keep the last one, and only that one. The fifth must be kept.',
    'Your kept card grabs every face-up card of its number: from both neighbours and from the Vault. Cards that would be grabbed are lit before you choose.',
    'If you already had that number face up, the whole stack turns face down. Banked cards are safe for good. Everything face up can be grabbed from you.',
    'Zeroes are worth nothing, but whoever has most of them gets a bonus.',
  ],
  push: [
    'Draw cards and lay them on up to three stacks. No stack may repeat a number or a colour, or hold two Roll cards.',
    'Stop when you like: you take one stack, then the others take what is left, one each.',
    'A card that fits nowhere means you pushed too far: you take nothing and roll the die, which costs you one colour of your Bench.',
    'Instead of drawing you may bank a colour: its cards turn face down and no die can touch them.',
    'A Roll card in the stack you take makes you roll the die. With three or more players, a Switch turns the direction in which stacks are taken.',
  ],
  stacks: [
    'Everybody has a secret Stack. On your turn you draw a card, lay one or both of your cards on your Stack, and say what the whole Stack is worth.',
    'You may lie, but each Bid must be higher than the last one.',
    'Anybody may CALL the last Bid. Was it false, the caller takes that Stack. Was it true, its owner takes the caller’s.',
    'There is one −10. A false call with it in your Stack leaves you sitting on it.',
    'Folding gets you out of the round with nothing. First to the goal wins.',
  ],
  nuts: [
    'One Raccoon plays against the Squirrels. The side with more nuts on its stash wins.',
    'Squirrels take a free card, then draw once more or put nuts away: a single card, or a pair of one nut.',
    'A Squirrel who holds more than six nuts drops everything. So stash in time, or share a card with a friend.',
    'The Raccoon has several actions. To steal, it names a Squirrel, who lays a card face down; guess its nut or its number and it is yours.',
    'The game ends when the pile is empty and one side has no cards left. In your first game you are a Squirrel.',
  ],
  stacket: [
    'Take a wooden piece from the box and let it go on the structure so that it touches the piece placed before.',
    'Whatever falls to the ground on your turn costs you the game. Your own piece may fall: you take it back and try again.',
    'Turn and tilt the piece while you hold it; its shadow shows where it will come down.',
    'Whoever is on turn when the box is empty loses too. In your first game seven pieces are in it.',
  ],
};

/** What the guide says in a first game, when it is due. `goal` is said while nothing else is. */
export const tips: Record<GameId, Record<string, string>> = {
  nabbit: {
    goal: 'Goal: the most points when the pile runs out.',
    flip: 'A card was flipped for you. Keep it, or flip on and give it up to the Vault. You can flip five at most.',
    last: 'Four flips are gone. If you flip again you must keep what comes.',
    bank: 'You have this number already: stopping now turns the whole stack face down. It is safe then.',
    grab: 'The lit cards would come to you if you stopped now: your kept card grabs every match in reach.',
    zero: 'A zero is worth no points, but whoever has most of them at the end gets a bonus: 10 points in this short game.',
    open: 'Your stack lies face up: until you keep one more of its number, the others can grab it.',
    end: 'The pile is nearly used up. In the end the numbers on all your cards count, face up and banked; the Vault counts for nobody.',
  },
  push: {
    goal: 'Goal: the most points on Bench and bank when the deck runs out.',
    start: 'Draw a card. Your cards make up to three stacks, and when you stop, one of them is yours.',
    place: 'The open places are lit. Drop the card there, or tap one. Where would it leave most room for the next?',
    choose:
      'Another card, or stop? The number tells how likely the next card fits nowhere. Then you would take nothing.',
    roll: 'There is a Roll card among these stacks. Whoever takes it rolls the die and loses the colour rolled from the Bench.',
    first:
      'You choose first: take the stack you like best. Its numbers are points. Whoever comes next takes from what you leave.',
    collect:
      'Another turn has left stacks behind, and one of them is yours. Take the one you like best: its numbers are points.',
    bank: 'Now you have cards on your Bench. A roll of the die can cost a whole colour; banking makes one safe, but takes your turn.',
    end: 'The deck is nearly used up. In the end the numbers on your Bench and in your bank are added up.',
  },
  stacks: {
    goal: 'Goal: the first to 15 points.',
    play: 'Tap one card or both, choose a Bid, and play. Your Stack’s true worth is shown to you only.',
    call: 'Somebody made a Bid. If you do not believe it, CALL before the time runs out. If you do, let it stand.',
    higher: 'Your Bid must be higher than the last one. Say the truth if you can, or dare a little.',
    round:
      'A new round. Whoever did not fold has scored what lay on their Stack; a right call takes the Stack that was called.',
    end: 'Somebody is close to 15. A true Bid is worth daring: whoever calls it gives you their Stack. Folding scores nothing.',
  },
  nuts: {
    goal: 'Goal: more nuts on the Squirrels’ stash than on the Raccoon’s.',
    roles: 'The mask marks the Raccoon. You are a Squirrel and play together with the other one: you share a stash.',
    redraw: 'You held more than six nuts and dropped them all. You may draw one new card.',
    lay: 'The Raccoon wants to steal. Lay a card it will not guess, by nut or by number.',
    guess: 'Name the nut or the number of the hidden card. What all have seen of that hand lies open.',
    stash: 'A hollow log: one card goes on your stash for free. Tap it.',
    free: 'Take your free card first; it costs nothing. But hold more than six nuts, and you drop them all.',
    turn: 'One action: tap a card, or two of the same nut, and stash them. Nuts on the stash are safe and count. Or draw one more.',
    done: 'Your action is used. You may still show a card, or share one if your hand grows heavy. Then end your turn.',
    end: 'The pile is nearly used up. Bring your nuts home: what is still in your hand at the end counts nothing.',
  },
  stacket: {
    goal: 'Goal: let nothing fall. Whoever is on turn with an empty box loses.',
    pick: 'Pick a piece from the box. Flat, wide ones are the easiest.',
    place:
      'Move and turn it, or take one of the suggested places. Its shadow shows where it comes down; then let it go.',
    touch: 'The outlined piece was placed last: the next one must touch it, wherever it stands.',
    end: 'Few pieces are left. Whoever finds the box empty loses, and so does whoever lets anything else fall.',
  },
};

/** How each game is scored, said when the first one is over. */
export const scored: Record<GameId, string> = {
  nabbit:
    'Counted were the numbers on all cards, face up and banked, and 10 points for the most zeroes. A whole game goes through all 105 cards, with 30 points for the zeroes.',
  push: 'Counted were the numbers on Bench and bank. A whole game goes through the whole deck, so that banking in time matters more.',
  stacks: 'Everybody who did not fold scored their own Stack after each round. A whole game goes to 40.',
  nuts: 'Counted were the nuts on each side’s stash; what was in a hand counted nothing. A whole game goes through the whole pile, and anybody can be the Raccoon.',
  stacket: 'One loses, all others win. A whole game has 24 pieces, and some of them are odd.',
};
