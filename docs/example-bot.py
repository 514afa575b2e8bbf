#!/usr/bin/env python3
"""A bot for the arena in thirty lines: plays the first legal move it likes.

    stackhouse arena nabbit --seat 'exec:python3 docs/example-bot.py' --seat easy --games 100
"""
import json
import random
import sys


def choose(view, moves):
    """Stops at a 4 or better in Stack Nabbit; anywhere else any move will do."""
    if "stop" in moves and view.get("flips"):
        return "stop" if view["flips"][-1] >= 4 else "flip"
    return random.choice(moves)


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "move":  # "begin", "shown" and "end" need no answer
            move = choose(message["view"], message["moves"])
            print(json.dumps({"move": move}), flush=True)


if __name__ == "__main__":
    main()
