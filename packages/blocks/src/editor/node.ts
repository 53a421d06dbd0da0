/**
 * A node of an editor's document, as ProseMirror writes it and as TipTap names its nodes and marks. What an editor
 * gives is not taken on trust, so everything may be missing.
 */
export type EditorNode = {
  type?: string | undefined
  text?: string | undefined
  attrs?: Readonly<Record<string, unknown>> | undefined
  marks?: readonly EditorMark[] | undefined
  content?: readonly EditorNode[] | undefined
}
export type EditorMark = { type: string; attrs?: Readonly<Record<string, unknown>> | undefined }

/** The style flags that are marks of the same name, in the order in which marks are written. */
export const flags = ['bold', 'italic', 'strike', 'underline', 'code', 'highlight'] as const

/** The field in which a mention of each kind says whom it means. */
export const mentioned = {
  user: 'user_id',
  usergroup: 'usergroup_id',
  channel: 'channel_id',
  broadcast: 'range',
} as const
