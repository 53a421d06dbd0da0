import type { ViewerCommand } from 'rivulet/feedProtocol'
import type { RefObject } from 'react'
import type { Draft } from '#store/browser/drafts.ts'

/** What the field without formats and the editor share. */
export type FieldProps = {
  draft: Draft
  onChange: (draft: Draft) => void
  /** Set by the field: the element with the text. */
  area: RefObject<HTMLElement | null>
  label: string
  placeholder: string
  /** Says where the message goes, for screen readers. */
  description?: string | undefined
  invalid?: boolean | undefined
  autoFocus?: boolean | undefined
  onEnter: () => void
  /** Up in an empty field. Returns false if there is nothing to do. */
  onUp?: ((area: HTMLElement) => boolean) | undefined
  onEscape?: (() => void) | undefined
  onFiles?: ((files: readonly File[]) => void) | undefined
  commands?: readonly ViewerCommand[] | undefined
  /** The person completed one of several commands that may have the same name. */
  onCommand?: ((command: ViewerCommand) => void) | undefined
}
