import { useRouter, useSearch } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'

interface AddressLinkProps extends ComponentPropsWithRef<'a'> {
  /** An address of the console, such as `/cameras/…`. */
  readonly href: string
}

/** A link to an address that is made up at run time; it opens without loading the console anew. */
export function AddressLink({ href, onClick, children, ...rest }: AddressLinkProps) {
  const router = useRouter()
  const address = withSite(href, useSearch({ strict: false, select: ({ site }) => site }))
  return (
    <a
      href={address}
      {...rest}
      onClick={(click) => {
        onClick?.(click)
        if (click.defaultPrevented || click.metaKey || click.ctrlKey || click.shiftKey || click.button !== 0)
          return
        click.preventDefault()
        router.history.push(address)
      }}
    >
      {children}
    </a>
  )
}

/** The site that was chosen goes along, as it does with every other link. */
function withSite(href: string, site: string | undefined): string {
  if (site === undefined) return href
  const address = new URL(href, location.origin)
  address.searchParams.set('site', site)
  return address.pathname + address.search + address.hash
}
