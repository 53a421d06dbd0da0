import { createStore } from 'zustand/vanilla'

/** A dialog that is open, what it is about, and a number for each time that it opens: the key of its component. */
export type Opened<About> = { about: About; time: number }
let last = 0

/**
 * Whether a dialog is open. The browser says a moment later that one has closed: what is opened meanwhile is another time, and
 * stays. The dialog carries the number in `data-opened`.
 */
export function createOpening<About>() {
  const state = createStore<{ opened: Opened<About> | undefined }>(() => ({ opened: undefined }))
  return {
    state,
    open(about: About): void {
      const known = state.getState().opened?.time
      const isShown = known !== undefined && document.querySelector(`dialog[open][data-opened="${known}"]`) !== null
      state.setState({ opened: { about, time: isShown ? known : ++last } })
    },
    /** The dialog of that time has closed. */
    close(time: number): void {
      if (state.getState().opened?.time === time) state.setState({ opened: undefined })
    },
  }
}
