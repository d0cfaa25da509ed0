import { Star as Icon } from 'lucide-react'

type StarProps = { flag: { name: string }; isFavourite: boolean; onChange(favourite: boolean): void }

/** Marks a flag as the user's own favourite. */
export const Star = ({ flag, isFavourite, onChange }: StarProps) => (
  <button
    type="button"
    className="icon-btn star"
    aria-pressed={isFavourite}
    aria-label={`${flag.name} is a favourite`}
    title={isFavourite ? 'Favourite of yours' : 'Make it a favourite'}
    onClick={() => onChange(!isFavourite)}
  >
    <Icon size={16} strokeWidth={1.5} aria-hidden {...(isFavourite ? { fill: 'currentColor' } : {})} />
  </button>
)
