import { describeAllowed } from './judge.ts'
import { type Floor, placesOf } from './table.ts'

const begin = '<!-- floors: made from script/floors/table.ts by `npm run generate` -->'
const end = '<!-- /floors -->'

/** Returns the text with the diagram of the floors between the two marks. */
export function withPicture(text: string, floors: Floor[]): string {
  const [before, rest] = text.split(begin)
  const [, after] = rest?.split(end) ?? []
  if (before === undefined || after === undefined)
    throw new Error(`The marks for the floors are missing: ${begin} … ${end}`)
  return `${before}${begin}\n\n\`\`\`\n${draw(floors)}\n\`\`\`\n\n${end}${after}`
}

function draw(floors: Floor[]): string {
  const drawn = floors.filter((floor) => placesOf(floor).some((path) => /^packages\/(server|blocks)\/src/.test(path)))
  const width = Math.max(...drawn.map(({ name }) => name.length)) + 2
  return drawn
    .flatMap((floor) => {
      const never = floor.never ? `; never ${floor.never.join(', ')}` : ''
      return [`${floor.name.padEnd(width)}${floor.is}`, `${' '.repeat(width)}→ ${describeAllowed(floor)}${never}`]
    })
    .join('\n')
}
