import type { RichTextEmoji } from '@rivulet/blocks/block'
import { emojiCharacters } from '@rivulet/blocks/emoji'
import { useViewer } from './viewer.ts'
import styles from './RichText.module.css'

type Props = { element: Pick<RichTextEmoji, 'name' | 'unicode' | 'skin_tone'> }

/** The workspace's own emoji first, then the code points that came with it, then the short names everybody knows. */
export function Emoji({ element }: Props) {
  const { emoji } = useViewer()
  const label = `:${element.name}:`
  const tone = element.skin_tone && element.skin_tone > 1 ? `::skin-tone-${element.skin_tone}` : ''
  const drawn = drawnOf(emoji, element.name.includes('::') ? element.name : element.name + tone)
  if (drawn?.picture) return <img className={styles['emoji']} src={drawn.picture} alt={label} title={label} />
  const characters = fromCodePoints(element.unicode) ?? drawn?.characters
  return characters ? <span title={label}>{characters}</span> : label
}

/** How a name is drawn; undefined where nobody knows it. An alias of the workspace may stand for a standard emoji. */
export function drawnOf(
  emoji: Readonly<Record<string, string>>,
  name: string,
): { picture?: string; characters?: string } | undefined {
  const [, base = name, tone = ''] = /^(.*?)(::skin-tone-\d(?:-\d)?)?$/.exec(name) ?? []
  let at = base
  for (let hops = 0; hops < 5; hops++) {
    const value = Object.hasOwn(emoji, at) ? emoji[at] : undefined
    if (!value?.startsWith('alias:')) {
      if (value && /^(https?:|data:image\/)/.test(value)) return { picture: value }
      break
    }
    at = value.slice('alias:'.length)
  }
  const characters = emojiCharacters(at + tone)
  return characters === undefined ? undefined : { characters }
}

function fromCodePoints(unicode: string | undefined): string | undefined {
  if (!unicode || !/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(unicode)) return undefined
  const points = unicode.split('-').map((point) => Number.parseInt(point, 16))
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined
}
