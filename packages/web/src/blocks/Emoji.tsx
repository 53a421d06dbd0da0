import type { RichTextEmoji } from '@rivulet/blocks/block'
import { emojiCharacters } from '@rivulet/blocks/emoji'
import { useViewer } from './viewer.ts'
import styles from './RichText.module.css'

type Props = { element: Pick<RichTextEmoji, 'name' | 'unicode' | 'skin_tone'> }

/** The workspace's own emoji first, then the code points that came with it, then the short names everybody knows. */
export function Emoji({ element }: Props) {
  const { emoji } = useViewer()
  const label = `:${element.name}:`
  const url = pictureOf(emoji, element.name)
  if (url) return <img className={styles['emoji']} src={url} alt={label} title={label} />
  const tone = element.skin_tone && element.skin_tone > 1 ? `::skin-tone-${element.skin_tone}` : ''
  const name = element.name.includes('::') ? element.name : element.name + tone
  const characters = fromCodePoints(element.unicode) ?? emojiCharacters(name)
  return characters ? <span title={label}>{characters}</span> : label
}

export function pictureOf(emoji: Readonly<Record<string, string>>, name: string): string | undefined {
  let at = name.replace(/::skin-tone-\d(-\d)?$/, '')
  for (let hops = 0; hops < 5; hops++) {
    const value = emoji[at]
    if (!value?.startsWith('alias:')) return value && /^(https?:|data:image\/)/.test(value) ? value : undefined
    at = value.slice('alias:'.length)
  }
  return undefined
}

function fromCodePoints(unicode: string | undefined): string | undefined {
  if (!unicode || !/^[0-9a-f]{2,6}(-[0-9a-f]{2,6})*$/i.test(unicode)) return undefined
  const points = unicode.split('-').map((point) => Number.parseInt(point, 16))
  return points.every((point) => point <= 0x10ffff) ? String.fromCodePoint(...points) : undefined
}
