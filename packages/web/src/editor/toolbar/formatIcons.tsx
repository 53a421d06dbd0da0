import { createIcon } from '#ui/icons.tsx'

/** The icons of the formats. */
export const icons = {
  bold: createIcon(
    <path d="M4.75 3h4a2.4 2.4 0 0 1 0 4.9h-4Zm0 4.9h4.6a2.55 2.55 0 0 1 0 5.1h-4.6Z" strokeWidth="1.9" />,
  ),
  italic: createIcon(<path d="M7 3h5M4 13h5M9.5 3l-3 10" />),
  strike: createIcon(
    <path d="M2.5 8h11M11.2 5A2.9 2.9 0 0 0 8 3C6.100 3 4.900 3.900 4.900 5.300c0 .9.4 1.500 1.100 2M4.700 11A3.200 3.200 0 0 0 8 13c1.900 0 3.200-.9 3.200-2.400 0-.6-.2-1.100-.5-1.500" />,
  ),
  orderedList: createIcon(
    <path d="M6.500 4H14M6.500 8H14M6.500 12H14M2 2.750l1-.500V5.500M2 10.750c.2-.5.600-.7 1-.7.600 0 1 .35 1 .9 0 .8-2 1.100-2 2.300h2.100" />,
  ),
  bulletList: createIcon(<path d="M6.500 4H14M6.500 8H14M6.500 12H14M2.750 4h.01M2.750 8h.01M2.750 12h.01" />),
  blockquote: createIcon(<path d="M2.750 3v10M6 5h7.500M6 8h7.500M6 11h4.500" />),
  code: createIcon(<path d="M5 4.500 1.750 8 5 11.500M11 4.500 14.250 8 11 11.500" />),
  codeBlock: createIcon(
    <>
      <rect x="1.75" y="2.75" width="12.5" height="10.5" rx="1.5" />
      <path d="m6 6-2 2 2 2m4-4 2 2-2 2" />
    </>,
  ),
}
