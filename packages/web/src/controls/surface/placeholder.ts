import { replaceEmojiNames } from '@rivulet/blocks/emoji/inText'
import type { PlainText } from '@rivulet/blocks/types'

/** The placeholder of a field. It is an attribute, so custom emoji stay names in it. */
export function placeholderOf({ placeholder }: { placeholder?: PlainText | undefined }): string | undefined {
  return placeholder && replaceEmojiNames(placeholder.text)
}
