/** A straight line from one point to another, in pixels. */
interface Line {
  x0: number
  y0: number
  x1: number
  y1: number
}

/** How many lines stand for one curve. */
const linesPerCurve = 8
/** How many times each row of pixels is looked at. */
const looksPerRow = 4

/** An outline in the notation of SVG (M, L, Q and Z, absolute) as lines, each point put in its place. */
export function toLines(outline: string, place: (x: number, y: number) => readonly [number, number]): Line[] {
  const lines: Line[] = []
  let start = place(0, 0)
  let at = start
  const drawTo = (to: readonly [number, number]) => {
    lines.push({ x0: at[0], y0: at[1], x1: to[0], y1: to[1] })
    at = to
  }
  for (const [, command, text = ''] of outline.matchAll(/([MLQZ])([^MLQZ]*)/g)) {
    const [a = 0, b = 0, c = 0, d = 0] = text.split(' ').map(Number)
    if (command === 'L') drawTo(place(a, b))
    else if (command === 'Q') {
      const [from, bend, to] = [at, place(a, b), place(c, d)]
      for (let i = 1; i <= linesPerCurve; i++) {
        const t = i / linesPerCurve
        const mix = (k: 0 | 1) => (1 - t) ** 2 * from[k] + 2 * (1 - t) * t * bend[k] + t ** 2 * to[k]
        drawTo([mix(0), mix(1)])
      }
    } else {
      drawTo(start)
      if (command === 'M') start = at = place(a, b)
    }
  }
  drawTo(start)
  return lines
}

/** How much of each pixel lies inside the lines, from 0 to 255, row by row. Overlapping shapes join. */
export function fillLines(lines: readonly Line[], size: number): Uint8Array {
  // Each row has two changes more, where spans end at its edge.
  const width = size + 2
  const changes = new Float32Array(size * width)
  for (const [look, crossings] of findCrossings(lines, size).entries()) {
    const row = Math.floor(look / looksPerRow) * width
    let winding = 0
    for (const [i, { x, turn }] of crossings.entries()) {
      winding += turn
      const end = crossings[i + 1]?.x
      if (winding !== 0 && end !== undefined && end > 0 && x < size)
        addSpan(changes, row, Math.max(x, 0), Math.min(end, size))
    }
  }
  const covered = new Uint8Array(size * size)
  for (let y = 0; y < size; y++) {
    let part = 0
    for (let x = 0; x < size; x++) {
      part += changes[y * width + x] ?? 0
      covered[y * size + x] = Math.round(Math.min(Math.max(part / looksPerRow, 0), 1) * 255)
    }
  }
  return covered
}

/** Where lines cross the middle of each look, and whether they go down or up there. */
function findCrossings(lines: readonly Line[], size: number) {
  const looks = Array.from({ length: size * looksPerRow }, (): { x: number; turn: number }[] => [])
  for (const { x0, y0, x1, y1 } of lines) {
    const first = Math.max(Math.ceil(Math.min(y0, y1) * looksPerRow - 0.5), 0)
    for (let look = first; look < looks.length; look++) {
      const y = (look + 0.5) / looksPerRow
      if (y >= Math.max(y0, y1)) break
      looks[look]?.push({ x: x0 + ((y - y0) / (y1 - y0)) * (x1 - x0), turn: y1 > y0 ? 1 : -1 })
    }
  }
  return looks.map((crossings) => crossings.toSorted((a, b) => a.x - b.x))
}

/** Adds a span to the changes from pixel to pixel: all that lies inside of it costs nothing. */
function addSpan(changes: Float32Array, row: number, from: number, to: number): void {
  addFrom(changes, row, from, 1)
  addFrom(changes, row, to, -1)
}

function addFrom(changes: Float32Array, row: number, x: number, sign: number): void {
  const first = row + Math.floor(x)
  const outside = x - Math.floor(x)
  changes[first] = (changes[first] ?? 0) + sign * (1 - outside)
  changes[first + 1] = (changes[first + 1] ?? 0) + sign * outside
}
