/**
 * A node of an editor's document, in ProseMirror's JSON with TipTap's names of nodes and marks. Documents come from
 * outside, so every field may be missing.
 */
export type EditorNode = {
  type?: string | undefined
  text?: string | undefined
  attrs?: Readonly<Record<string, unknown>> | undefined
  marks?: readonly EditorMark[] | undefined
  content?: readonly EditorNode[] | undefined
}
export type EditorMark = { type: string; attrs?: Readonly<Record<string, unknown>> | undefined }

/** The style flags that are marks of the same name, in the order in which they are written. */
export const styleFlags = ['bold', 'italic', 'strike', 'underline', 'code', 'highlight'] as const

/** The field of each kind of mention that holds its id. */
export const mentionIdFields = {
  user: 'user_id',
  usergroup: 'usergroup_id',
  channel: 'channel_id',
  broadcast: 'range',
} as const
