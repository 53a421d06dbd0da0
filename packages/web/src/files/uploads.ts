import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { OutgoingFile } from '#store/pending/outbox.ts'
import { fetchLazily } from '#ui/lazy/lazyCode.ts'
import { t } from '#words/t.ts'

/** A file that was added to a message or a form that is not sent yet. */
export type Upload = {
  id: string
  name: string
  size: number
  content: File
  cancel: AbortController
  state: 'sending' | 'ready' | 'failed'
  /** Bytes uploaded so far. */
  sent: number
  /** The file id on the server, once all bytes are uploaded. */
  file?: string
  /** Why the upload failed. */
  problem?: string
  /** A data URL of a small preview. */
  picture?: string
  /** The description that the person wrote for an image. */
  alt?: string
}

/** What a message or a field accepts. */
export type UploadLimits = {
  maxFiles: number
  /** The error for a file that is not accepted. */
  refuse?: (file: File) => string | undefined
  /** The error for more than `maxFiles` files. */
  tooManyText: string
}

const messageLimits: UploadLimits = { maxFiles: 20, tooManyText: t('A message has at most 20 files.') }

/** Uploads by draft: the draft key of a message, or the key of a file input. */
export const uploads = createStore<Readonly<Record<string, readonly Upload[]>>>(() => ({}))
const noUploads: readonly Upload[] = []

export function useUploads(draft: string): readonly Upload[] {
  return useStore(uploads, (all) => all[draft]) ?? noUploads
}

/** Starts to upload files for a draft; returns the error for those that were refused. */
export function addFiles(draft: string, files: readonly File[], limits = messageLimits): string | undefined {
  const refusals = files.flatMap((file) => findRefusal(file, limits) ?? [])
  const accepted = files.filter((file) => !findRefusal(file, limits))
  const remaining = Math.max(limits.maxFiles - listUploads(draft).length, 0)
  for (const content of accepted.slice(0, remaining)) {
    const { name, size } = content
    const id = crypto.randomUUID()
    const upload: Upload = { id, name, size, content, cancel: new AbortController(), state: 'sending', sent: 0 }
    changeUploads(draft, (all) => [...all, upload])
    void startUpload(draft, upload)
  }
  return accepted.length > remaining ? limits.tooManyText : refusals[0]
}

function findRefusal(file: File, { refuse }: UploadLimits): string | undefined {
  return file.size === 0 ? t('{name} is empty.', { name: file.name }) : refuse?.(file)
}

/** The ids of the uploaded files of a form; `unready` if others are being uploaded or have failed. */
export function listUploadedFiles(draft: string): {
  files: readonly string[]
  unready: 'sending' | 'failed' | undefined
} {
  const all = listUploads(draft)
  const unready = all.find(({ state }) => state === 'failed') ?? all.find(({ state }) => state === 'sending')
  return {
    files: all.flatMap(({ file }) => file ?? []),
    unready: unready && (unready.state === 'failed' ? 'failed' : 'sending'),
  }
}

/** Cancels and removes the uploads of a form that was closed. */
export function deleteUploadsOf(form: string): void {
  for (const draft of Object.keys(uploads.getState())) if (draft.startsWith(`${form} `)) deleteUploads(draft)
}

/** Cancels and removes the uploads of a draft that was deleted. */
export function deleteUploads(draft: string): void {
  for (const { id } of listUploads(draft)) removeUpload(draft, id)
}

export function retryUpload(draft: string, id: string): void {
  changeUpload(draft, id, { state: 'sending', sent: 0 })
  const upload = findUpload(draft, id)
  if (upload) void startUpload(draft, upload)
}

export function describeUpload(draft: string, id: string, alt: string): void {
  changeUpload(draft, id, { alt })
}

export function removeUpload(draft: string, id: string): void {
  findUpload(draft, id)?.cancel.abort()
  changeUploads(draft, (all) => all.filter((upload) => upload.id !== id))
}

/** Takes the uploaded files out of a draft, to send them with its message. */
export function takeUploadedFiles(draft: string): OutgoingFile[] {
  const all = listUploads(draft)
  changeUploads(draft, () => noUploads)
  return all.flatMap(({ file, name, size, alt = '' }) =>
    file === undefined ? [] : { file, name, size, ...(alt.trim() ? { alt: alt.trim() } : {}) },
  )
}

async function startUpload(draft: string, { id, content, cancel }: Upload): Promise<void> {
  try {
    const { createThumbnail, uploadFile } = await fetchLazily(() => import('./uploadFile.ts'))
    void createThumbnail(content).then((picture) => picture && changeUpload(draft, id, { picture }))
    const file = await uploadFile(content, cancel.signal, (sent) => changeUpload(draft, id, { sent }))
    changeUpload(draft, id, { state: 'ready', file })
  } catch (error) {
    changeUpload(draft, id, { state: 'failed', problem: error instanceof Error ? error.message : String(error) })
  }
}

function listUploads(draft: string): readonly Upload[] {
  return uploads.getState()[draft] ?? noUploads
}

function findUpload(draft: string, id: string): Upload | undefined {
  return listUploads(draft).find((upload) => upload.id === id)
}

function changeUpload(draft: string, id: string, changes: Partial<Upload>): void {
  changeUploads(draft, (all) => all.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)))
}

function changeUploads(draft: string, change: (all: readonly Upload[]) => readonly Upload[]): void {
  uploads.setState({ [draft]: change(listUploads(draft)) })
}
