import { createStore } from 'zustand/vanilla'

/** The message that the picked emoji is added to, and the place of the button that opened the picker. */
export type PickerTarget = { channel: string; ts: string; anchor: DOMRect }

export const reactionPicker = createStore<{ target: PickerTarget | undefined }>(() => ({ target: undefined }))

export function openReactionPicker(channel: string, ts: string, opener: Element): void {
  reactionPicker.setState({ target: { channel, ts, anchor: opener.getBoundingClientRect() } })
}

export function closeReactionPicker(): void {
  reactionPicker.setState({ target: undefined })
}
