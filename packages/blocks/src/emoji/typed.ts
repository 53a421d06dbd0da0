import type { Block, RichTextElement, RichTextEmoji, RichTextInline, TableCell } from '#types'
import { canonicalEmojiName, emojiCharacters, standardEmoji } from '#emoji'
import { addElement, addText } from '#richText/inlineRun'

/** What every emoji has in it. The set of all emoji is slow to read, so it is left alone until one may be there. */
const partOfEmoji = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u20e3/u

/** The pieces of a text: what is between emoji, and each emoji with its name if it has one. */
function namePieces(text: string): { piece: string; name: string | undefined }[] {
  if (!partOfEmoji.test(text)) return [{ piece: text, name: undefined }]
  return text.split(/(\p{RGI_Emoji})/v).map((piece, i) => ({ piece, name: i % 2 === 1 ? emojiName(piece) : undefined }))
}

/** By characters. Made when first needed, because a start does without them. */
let names: Map<string, string> | undefined

function nameOf(characters: string): string | undefined {
  names ??= new Map(
    [...standardEmoji].map(([name, found]) => [withoutVariation(found), canonicalEmojiName(name) ?? name]),
  )
  return names.get(withoutVariation(characters))
}

/** The canonical name of an emoji by its characters, such as `wave::skin-tone-2`. A group with several tones has none. */
export function emojiName(characters: string): string | undefined {
  const exact = nameOf(characters)
  if (exact !== undefined) return exact
  const name = nameOf(characters.replaceAll(/[\u{1f3fb}-\u{1f3ff}]/gu, ''))
  const [tone, ...others] = new Set(characters.match(/[\u{1f3fb}-\u{1f3ff}]/gu))
  if (tone === undefined || name === undefined) return undefined
  return others.length === 0 ? `${name}::skin-tone-${(tone.codePointAt(0) ?? 0) - 0x1f3fb + 2}` : undefined
}

function withoutVariation(characters: string): string {
  return characters.replaceAll('\ufe0f', '')
}

/**
 * Blocks that a person wrote, with emoji elements in place of the characters of emoji, so that apps find `:wave:` in their
 * text. Code, the labels of links and what has no name stay as they are.
 */
export function nameTypedEmoji(blocks: readonly Block[]): Block[] {
  return blocks.map((block) => {
    switch (block.type) {
      case 'rich_text':
        return { ...block, elements: block.elements.map(nameInElement) }
      case 'header': {
        const text = nameInText(block.text.text)
        return text.length <= 150 ? { ...block, text: { ...block.text, text } } : block
      }
      case 'table':
        return { ...block, rows: block.rows.map((row) => row.map(nameInCell)) }
      default:
        return block
    }
  })
}

function nameInCell(cell: TableCell): TableCell {
  return cell.type === 'rich_text' ? { ...cell, elements: cell.elements.map(nameInElement) } : cell
}

function nameInElement(element: RichTextElement): RichTextElement {
  switch (element.type) {
    case 'rich_text_section':
    case 'rich_text_quote':
      return { ...element, elements: nameInRun(element.elements) }
    case 'rich_text_list':
      return { ...element, elements: element.elements.map((item) => ({ ...item, elements: nameInRun(item.elements) })) }
    default:
      return element
  }
}

function nameInRun(elements: readonly RichTextInline[]): RichTextInline[] {
  const run: RichTextInline[] = []
  for (const element of elements) {
    if (element.type === 'emoji') {
      const name = canonicalEmojiName(element.name) ?? element.name
      run.push({ ...element, ...emojiElement(name, emojiCharacters(name)) })
    } else if (element.type !== 'text' || element.style?.code) {
      addElement(run, element, element.style)
    } else {
      for (const { piece, name } of namePieces(element.text)) {
        if (name === undefined) addText(run, piece, element.style)
        else addElement(run, emojiElement(name, piece), element.style)
      }
    }
  }
  return run
}

/** The element as the public service writes it: the tone apart from the name, and the code points of a standard emoji. */
function emojiElement(nameWithTone: string, characters: string | undefined): RichTextEmoji {
  const [, name = nameWithTone, tone] = /^(.+)::skin-tone-([2-6])$/.exec(nameWithTone) ?? []
  const points = characters && [...characters].map((character) => (character.codePointAt(0) ?? 0).toString(16))
  return {
    type: 'emoji',
    name,
    ...(points ? { unicode: points.join('-') } : {}),
    ...(tone === undefined ? {} : { skin_tone: Number(tone) }),
  }
}

function nameInText(text: string): string {
  return namePieces(text)
    .map(({ piece, name }) => (name === undefined ? piece : `:${name}:`))
    .join('')
}
