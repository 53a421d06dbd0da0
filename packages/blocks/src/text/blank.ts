const unseen = /[\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/gu

/** Whether nobody would see anything of a text: white space, characters without width, and the like. */
export function isBlankText(text: string): boolean {
  return text.replaceAll(unseen, '') === ''
}
