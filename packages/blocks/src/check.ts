/** Checks blocks, chunks, views and messages that come from outside. Every fault has a JSON pointer. */
export { checkBlocks, findBlockFaults } from '#check/blocks'
export { checkChunks, findUntitledTasks } from '#check/chunks'
export { type Checked, type Constraint, type Fault, formatFault } from '#check/fault'
export { findMessageFaults } from '#check/message'
export { canExceedMessageLimits, findMessageLimitFaults } from '#check/messageLimits'
export { checkView, findViewFaults } from '#check/view'
