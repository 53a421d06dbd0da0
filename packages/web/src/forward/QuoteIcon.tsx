import { createIcon } from '#ui/icons.tsx'

export const QuoteIcon = createIcon(<path d="M3 3v10M6.5 5h6.5M6.5 8h6.5M6.5 11h4" />)
