// What the page loads of the editor, after the first messages are shown.
export { RichField } from './RichField.tsx'
export { documentFromBlocks } from './document/documents.ts'
export { writtenOf } from './document/written.ts'
