import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { OutgoingFile } from '#store/outbox.ts'

/** A file for a message that is being written, or a form. */
export type Upload = {
  id: string
  name: string
  size: number
  state: 'sending' | 'ready' | 'failed'
  /** Bytes that are there by now. */
  sent: number
  /** What the server calls it, once its bytes are there. */
  file?: string
  /** Why it is not. */
  problem?: string
  /** A small picture of it. */
  picture?: string
  /** What is to be seen in it, in words. */
  alt?: string
}

/** What a place takes. */
export type Taken = {
  most: number
  /** Why a file cannot go there. */
  refuse?: (file: File) => string | undefined
  /** The words for too many. */
  tooMany: string
}

const message: Taken = { most: 20, tooMany: 'A message has at most 20 files.' }

const uploads = createStore<Readonly<Record<string, readonly Upload[]>>>(() => ({}))
const contents = new Map<string, { content: File; away: AbortController }>()
const none: readonly Upload[] = []

// Words that were not sent are there after a reload, files are not: the browser asks first.
uploads.subscribe((all) => {
  const some = Object.values(all).some((files) => files.length > 0)
  if (some) addEventListener('beforeunload', askFirst)
  else removeEventListener('beforeunload', askFirst)
})

function askFirst(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** What is to go with the draft. */
export function useUploads(draft: string): readonly Upload[] {
  return useStore(uploads, (all) => all[draft]) ?? none
}

/** Begins to upload; answers what was left out, and why. */
export function addFiles(draft: string, files: readonly File[], taken = message): string | undefined {
  const refused = files.flatMap((file) => refusalOf(file, taken) ?? [])
  const full = files.filter((file) => !refusalOf(file, taken))
  const room = Math.max(taken.most - (uploads.getState()[draft]?.length ?? 0), 0)
  for (const content of full.slice(0, room)) {
    const id = crypto.randomUUID()
    contents.set(id, { content, away: new AbortController() })
    const { name, size } = content
    put(draft, (all) => [...all, { id, name, size, state: 'sending', sent: 0 }])
    void upload(draft, id)
  }
  return full.length > room ? taken.tooMany : refused[0]
}

function refusalOf(file: File, { refuse }: Taken): string | undefined {
  return file.size === 0 ? `${file.name} is empty.` : refuse?.(file)
}

/** What a form holds: what the server calls the files that are there, and whether others are not yet. */
export function heldUploads(draft: string): { files: readonly string[]; unready: 'sending' | 'failed' | undefined } {
  const all = uploads.getState()[draft] ?? none
  const unready = all.find(({ state }) => state === 'failed') ?? all.find(({ state }) => state === 'sending')
  return {
    files: all.flatMap(({ file }) => file ?? []),
    unready: unready && (unready.state === 'failed' ? 'failed' : 'sending'),
  }
}

/** A form is gone: what it held goes nowhere. */
export function dropUploads(form: string): void {
  for (const [draft, all] of Object.entries(uploads.getState()))
    if (draft.startsWith(`${form} `)) for (const { id } of all) removeUpload(draft, id)
}

export function tryAgain(draft: string, id: string): void {
  change(draft, id, { state: 'sending', sent: 0 })
  void upload(draft, id)
}

export function describeUpload(draft: string, id: string, alt: string): void {
  change(draft, id, { alt })
}

export function removeUpload(draft: string, id: string): void {
  contents.get(id)?.away.abort()
  contents.delete(id)
  put(draft, (all) => all.filter((one) => one.id !== id))
}

/** The files that go with the message now; the next one has none. */
export function takeUploads(draft: string): OutgoingFile[] {
  const all = uploads.getState()[draft] ?? none
  for (const { id } of all) contents.delete(id)
  put(draft, () => none)
  return all.flatMap(({ file, name, size, alt = '' }) =>
    file === undefined ? [] : { file, name, size, ...(alt.trim() ? { alt: alt.trim() } : {}) },
  )
}

async function upload(draft: string, id: string): Promise<void> {
  const held = contents.get(id)
  if (!held) return
  try {
    const { pictureOf, sendFile } = await import('./sendFile.ts')
    void pictureOf(held.content).then((picture) => picture && change(draft, id, { picture }))
    const file = await sendFile(held.content, held.away.signal, (sent) => change(draft, id, { sent }))
    change(draft, id, { state: 'ready', file })
  } catch (error) {
    change(draft, id, { state: 'failed', problem: error instanceof Error ? error.message : String(error) })
  }
}

function change(draft: string, id: string, what: Partial<Upload>): void {
  put(draft, (all) => all.map((one) => (one.id === id ? { ...one, ...what } : one)))
}

function put(draft: string, next: (all: readonly Upload[]) => readonly Upload[]): void {
  const all = uploads.getState()
  uploads.setState({ [draft]: next(all[draft] ?? none) })
}
