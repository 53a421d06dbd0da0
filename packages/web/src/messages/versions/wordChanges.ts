/** A part of a text that was changed: what both texts have, or only the new or only the old one. */
export type WordChange = { kind: 'same' | 'added' | 'removed'; text: string }

/** Texts with more differing words are not compared word by word: it would take too long. */
const maxCompared = 1_000_000
const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/** [MSG-35] What has come and gone between two texts, word by word, with what was removed before what was added there. */
export function wordChanges(before: string, after: string): WordChange[] {
  const [old, now] = [split(before), split(after)]
  const start = countEqual(old, now)
  const end = countEqual(old.slice(start).reverse(), now.slice(start).reverse())
  const middle = compare(old.slice(start, old.length - end), now.slice(start, now.length - end))
  return join([...toSame(old.slice(0, start)), ...middle, ...toSame(old.slice(old.length - end))])
}

function split(text: string): string[] {
  return [...words.segment(text)].map(({ segment }) => segment)
}

function countEqual(a: readonly string[], b: readonly string[]): number {
  const first = a.findIndex((word, i) => word !== b[i])
  return first === -1 ? a.length : first
}

function toSame(segments: readonly string[]): WordChange[] {
  return segments.map((text) => ({ kind: 'same', text }))
}

/** By the longest common subsequence. */
function compare(old: readonly string[], now: readonly string[]): WordChange[] {
  const isTooLong = old.length * now.length > maxCompared
  const width = now.length + 1
  const lengths = new Uint32Array(isTooLong ? 0 : (old.length + 1) * width)
  const common = (i: number, j: number) => lengths[i * width + j] ?? 0
  if (!isTooLong)
    for (let i = old.length - 1; i >= 0; i--)
      for (let j = now.length - 1; j >= 0; j--)
        lengths[i * width + j] =
          old[i] === now[j] ? common(i + 1, j + 1) + 1 : Math.max(common(i + 1, j), common(i, j + 1))
  const changes: WordChange[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < now.length) {
    const [gone = '', come = ''] = [old[i], now[j]]
    if (i < old.length && j < now.length && gone === come && !isTooLong) {
      changes.push({ kind: 'same', text: gone })
      i++
      j++
    } else if (i < old.length && (j === now.length || isTooLong || common(i + 1, j) >= common(i, j + 1))) {
      changes.push({ kind: 'removed', text: gone })
      i++
    } else {
      changes.push({ kind: 'added', text: come })
      j++
    }
  }
  return changes
}

/** A change in three: its words, which are marked, and the spaces around them, which are not unless they are all of it. */
export function aroundWords(text: string): [before: string, words: string, after: string] {
  const words = text.trim()
  if (words === '') return ['', text, '']
  const at = text.indexOf(words)
  return [text.slice(0, at), words, text.slice(at + words.length)]
}

/** Joins changes that only spaces separate into one, so that phrases are read as such. */
function join(changes: readonly WordChange[]): WordChange[] {
  const joined: WordChange[] = []
  let [removed, added, space] = ['', '', '']
  const finish = () => {
    const end = /\s*$/.exec(added)?.[0] ?? ''
    if (end && removed.endsWith(end)) {
      removed = removed.slice(0, -end.length)
      added = added.slice(0, -end.length)
      space = end + space
    }
    if (removed) joined.push({ kind: 'removed', text: removed })
    if (added) joined.push({ kind: 'added', text: added })
    if (space) joined.push({ kind: 'same', text: space })
    removed = added = space = ''
  }
  for (const { kind, text } of changes) {
    if (kind !== 'same') {
      removed += space + (kind === 'removed' ? text : '')
      added += space + (kind === 'added' ? text : '')
      space = ''
    } else if ((removed || added) && space === '' && text.trim() === '') space = text
    else {
      finish()
      const last = joined.at(-1)
      if (last?.kind === 'same') last.text += text
      else joined.push({ kind: 'same', text })
    }
  }
  finish()
  return joined
}
