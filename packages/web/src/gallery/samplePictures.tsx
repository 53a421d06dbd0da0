import type { PartProps, PartComponents } from '@rivulet/blocks/react'
import { blockParts } from '#blocks/Blocks.tsx'

/** A hill behind water. It replaces the images of the samples, which do not exist, so that the gallery requests none. */
const drawing = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="270">
    <rect width="480" height="270" fill="#cfe3ec"/>
    <path d="M0 190c110-40 150 40 250 6s150-44 230-16v90H0z" fill="#7fb4c9"/>
    <path d="M0 224c120-26 170 30 270 6s140-26 210-10v50H0z" fill="#387f9c"/>
  </svg>`,
)}`

function Picture({ element: { tag, part, attributes }, children }: PartProps) {
  if (tag === 'img') return <img className={`rv-${part}`} src={drawing} alt={attributes.alt} />
  return (
    <span className={`rv-${part}`} data-icon={attributes['data-icon']} aria-hidden={attributes['aria-hidden']}>
      {children}
    </span>
  )
}

/** The parts of the client, with the sample picture for every image. */
export const partsWithSamplePictures: PartComponents = {
  ...blockParts,
  picture: Picture,
  thumb: Picture,
  hero: Picture,
  icon: Picture,
}
