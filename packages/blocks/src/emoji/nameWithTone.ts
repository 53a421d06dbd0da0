import type { RichTextEmoji } from '#types'

/** The name of an emoji element with its skin tone, such as `wave::skin-tone-3`. */
export function nameWithTone({ name, skin_tone }: Pick<RichTextEmoji, 'name' | 'skin_tone'>): string {
  return skin_tone === undefined || skin_tone === 1 || name.includes('::') ? name : `${name}::skin-tone-${skin_tone}`
}
