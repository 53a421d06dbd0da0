/** Checks blocks, chunks, views and messages that come from outside. Every fault has a JSON pointer. */
export { areAttachmentsTooLarge, checkAttachments, maxAttachmentsLength } from '#check/attachments'
export { checkBlocks, findBlockFaults, findCrowding } from '#check/blocks'
export { checkChunks, findUntitledTasks } from '#check/chunks'
export { type Checked, type Constraint, type Fault, formatFault } from '#check/fault'
export { findMessageFaults } from '#check/message'
export { canExceedMessageLimits, findMessageLimitFaults } from '#check/messageLimits'
export type { Surface } from '#check/surfaces'
export { checkView, findViewFaults } from '#check/view'
