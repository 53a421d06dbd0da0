import { createOpening } from '#ui/dialog/opening.ts'

/** The message that the picked emoji is added to, and the place of the button that opened the picker. */
export type PickerTarget = { channel: string; ts: string; anchor: DOMRect }

export const pickerOpening = createOpening<PickerTarget>()

export function openReactionPicker(channel: string, ts: string, opener: Element): void {
  pickerOpening.open({ channel, ts, anchor: opener.getBoundingClientRect() })
}
