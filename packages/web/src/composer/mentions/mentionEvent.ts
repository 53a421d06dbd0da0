/** Tells an editor to mention the user whose id comes with it. */
export const mentionEvent = 'rivulet-mention'

/** The editor into which somebody can be mentioned from elsewhere on the page: that of the thread, or of the channel. */
export function findMentionField(): HTMLElement | null {
  return findField('thread') ?? findField('composer')
}

/** The editor of the thread, or of the channel, if it is there. */
export function findField(region: 'thread' | 'composer'): HTMLElement | null {
  return document.querySelector(`[data-region="${region}"] [data-composing][contenteditable="true"]`)
}

/** Mentions a user where the cursor is in that editor, which gets the focus. */
export function mentionInField(field: HTMLElement, userId: string): void {
  field.dispatchEvent(new CustomEvent(mentionEvent, { detail: userId }))
}
