import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'

/** The buttons of a message. They are not seen before something points at it. */
export const MessageActions = lazyComponent(async () => (await import('#soon.ts')).MessageButtons)
