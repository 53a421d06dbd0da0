import { createStore } from 'zustand/vanilla'

/** The message for which an emoji is being picked, and where on the page that began. */
export type Picking = { channel: string; ts: string; near: DOMRect }

export const picking = createStore<{ of: Picking | undefined }>(() => ({ of: undefined }))

export function pickFor(channel: string, ts: string, opener: Element): void {
  picking.setState({ of: { channel, ts, near: opener.getBoundingClientRect() } })
}

export function stopPicking(): void {
  picking.setState({ of: undefined })
}
