import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { OutgoingFile } from '#store/outbox.ts'

/** A file for a message that is being written. */
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
}

/** Of one message. */
const most = 20

const uploads = createStore<Readonly<Record<string, readonly Upload[]>>>(() => ({}))
const contents = new Map<string, { content: File; away: AbortController }>()
const none: readonly Upload[] = []

/** What is to go with the draft. */
export function useUploads(draft: string): readonly Upload[] {
  return useStore(uploads, (all) => all[draft]) ?? none
}

/** Begins to upload; answers what was left out, and why. */
export function addFiles(draft: string, files: readonly File[]): string | undefined {
  const empty = files.filter((file) => file.size === 0)
  const full = files.filter((file) => file.size > 0)
  const room = most - (uploads.getState()[draft]?.length ?? 0)
  for (const content of full.slice(0, room)) {
    const id = crypto.randomUUID()
    contents.set(id, { content, away: new AbortController() })
    const { name, size } = content
    put(draft, (all) => [...all, { id, name, size, state: 'sending', sent: 0 }])
    void upload(draft, id)
  }
  if (full.length > room) return `A message has at most ${most} files.`
  return empty[0] && `${empty[0].name} is empty.`
}

export function tryAgain(draft: string, id: string): void {
  change(draft, id, { state: 'sending', sent: 0 })
  void upload(draft, id)
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
  return all.flatMap(({ file, name, size }) => (file === undefined ? [] : { file, name, size }))
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
