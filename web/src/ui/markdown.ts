/** As much Markdown as the rules use: headings, paragraphs, lists, numbered steps, strong and emphasised words. */

export interface Block {
  kind: 'heading' | 'list' | 'steps' | 'text';
  level: number;
  lines: string[];
}

export function blocks(source: string): Block[] {
  const found: Block[] = [];
  let isOpen = false;
  for (const line of source.split('\n')) {
    const heading = /^(#+) (.*)/.exec(line);
    const item = /^(- |\d+\. )(.*)/.exec(line);
    const last = found.at(-1);
    if (heading) found.push({ kind: 'heading', level: heading[1]!.length, lines: [heading[2]!] });
    else if (item) {
      const kind = item[1] === '- ' ? 'list' : 'steps';
      if (isOpen && last?.kind === kind) last.lines.push(item[2]!);
      else found.push({ kind, level: 0, lines: [item[2]!] });
    } else if (line.trim() === '') {
      isOpen = false;
      continue;
    } else if (isOpen && last && last.kind !== 'heading') {
      if (last.kind === 'text') last.lines.push(line.trim());
      else last.lines[last.lines.length - 1] += ` ${line.trim()}`;
    } else found.push({ kind: 'text', level: 0, lines: [line.trim()] });
    isOpen = true;
  }
  return found;
}

export interface Span {
  kind: 'plain' | 'strong' | 'em';
  text: string;
}

export function spans(line: string): Span[] {
  return line
    .split(/(\*\*[^*]+\*\*|\*[^*]+\*)/)
    .filter(Boolean)
    .map((part) => {
      if (part.startsWith('**')) return { kind: 'strong', text: part.slice(2, -2) };
      if (part.startsWith('*') && part.length > 2) return { kind: 'em', text: part.slice(1, -1) };
      return { kind: 'plain', text: part };
    });
}
