import type { readThreadAs } from '#http/development/threadView'
import type { ModelMessage, Mode, Piece } from './threadModel.ts'

/** The mode that pieces need in a stream without content. */
export function modeOf(pieces: readonly Piece[]): Mode {
  return pieces.some((piece) => 'task' in piece) ? 'chunks' : 'text'
}

/** The pieces as arguments of a call, and as the model takes them. */
export function contentOf(mode: Mode, given: readonly Piece[]): { mode: Mode; pieces: Piece[]; args: object } {
  if (given.length === 0) return { mode, pieces: [], args: {} }
  if (mode === 'text') {
    const text = given.map((piece) => ('text' in piece ? piece.text : piece.title)).join('')
    return { mode, pieces: [{ text }], args: { markdown_text: text } }
  }
  const chunks = given.map((piece) => {
    if ('text' in piece) return { type: 'markdown_text', text: piece.text }
    const { task, title, status, details } = piece
    return { type: 'task_update', id: task, title, status, ...(details ? { details } : {}) }
  })
  return { mode, pieces: [...given], args: { chunks } }
}

/** What a reader has to see of a message of the model. */
export function expectedMessage({ postedText, text, endedBy, tasks }: ModelMessage) {
  if (postedText !== undefined) return { text: postedText }
  const state = !endedBy ? 'in_progress' : endedBy === 'idle' ? 'errored' : 'completed'
  return { markdown: text.toWellFormed(), state, tasks: [...tasks].map(([id, task]) => ({ id, ...task })) }
}

/** What a reader sees of a message, in the terms of the model. */
export function readMessage(message: Awaited<ReturnType<typeof readThreadAs>>['messages'][number]) {
  const { markdown_text: markdown, streaming_state: state } = message
  if (state === undefined) return { text: message.text }
  const cards = message.blocks.filter((block) => block['type'] === 'task_card')
  return { markdown, state, tasks: cards.map((card) => taskOf(JSON.parse(JSON.stringify(card)))) }
}

function taskOf({ task_id: id, title, status, details }: Record<string, any>) {
  const words = details?.elements.flatMap((section: { elements: { text: string }[] }) => section.elements) ?? []
  return { id, title, status, details: words.map(({ text }: { text: string }) => text).join('') }
}
