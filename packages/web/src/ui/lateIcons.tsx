import { createIcon } from './icons.tsx'

// Icons that the first paint does not need: in a file of their own, they are loaded with what shows them.
export const FileIcon = createIcon(
  <path d="M9 2H4.5A1.5 1.5 0 0 0 3 3.5v9A1.5 1.5 0 0 0 4.5 14h7a1.5 1.5 0 0 0 1.5-1.5V6L9 2Zm0 0v2.5A1.5 1.5 0 0 0 10.5 6H13" />,
)
export const CalendarIcon = createIcon(
  <>
    <rect x="2.5" y="3.5" width="11" height="10" rx="1.5" />
    <path d="M2.5 6.5h11M5.5 2v3m5-3v3" />
  </>,
)
export const ScreenIcon = createIcon(
  <>
    <rect x="2" y="2.75" width="12" height="8.5" rx="1.5" />
    <path d="M6 13.75h4" />
  </>,
)
export const LinkIcon = createIcon(
  <path d="M6.5 9.5a2.75 2.75 0 0 0 4 .25l2-2a2.83 2.83 0 0 0-4-4l-.75.75m1.75 2a2.75 2.75 0 0 0-4-.25l-2 2a2.83 2.83 0 0 0 4 4l.75-.75" />,
)
export const EyeIcon = createIcon(
  <>
    <path d="M1.75 8S4 3.75 8 3.75 14.25 8 14.25 8 12 12.25 8 12.25 1.75 8 1.75 8Z" />
    <circle cx="8" cy="8" r="1.75" />
  </>,
)
export const EditIcon = createIcon(
  <path d="m3 10.75 7.5-7.5a1.6 1.6 0 0 1 2.25 2.25L5.25 13 2.5 13.5 3 10.75Zm6.25-6.25 2.25 2.25" />,
)
export const ClockIcon = createIcon(
  <>
    <circle cx="8" cy="8" r="5.75" />
    <path d="M8 4.75V8l2.25 1.5" />
  </>,
)
export const UnreadIcon = createIcon(
  <>
    <path d="M8.5 3H3.5A1.5 1.5 0 0 0 2 4.5v7A1.5 1.5 0 0 0 3.5 13h9a1.5 1.5 0 0 0 1.5-1.5V7.5" />
    <circle cx="12" cy="4" r="2" fill="currentColor" stroke="none" />
  </>,
)
