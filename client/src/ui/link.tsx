/**
 * Links inside the site. React Router's own `Link` brings its prefetching of data and code, 4 KB that every visitor would
 * download and nothing here uses; places and matching stay the router's.
 */
import type { ComponentProps, MouseEvent } from "react";
import { createPath, type To, useHref, useLocation, useNavigate, useResolvedPath } from "react-router";

interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  readonly to: To;
  /** Takes the place of the present entry of the history; a link to where one is does so by itself. */
  readonly replace?: boolean | undefined;
  /** The screen stays where it is scrolled to. */
  readonly preventScrollReset?: boolean | undefined;
}

/** Another tab, another window or a download is the browser's own affair. */
const isOurs = (event: MouseEvent<HTMLAnchorElement>, target: string | undefined): boolean =>
  !event.defaultPrevented &&
  event.button === 0 &&
  (!target || target === "_self") &&
  !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);

export function Link({ to, replace, preventScrollReset = false, onClick, target, ...rest }: LinkProps) {
  const href = useHref(to);
  const here = createPath(useLocation());
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!isOurs(event, target)) return;
    event.preventDefault();
    navigate(to, { replace: replace ?? here === href, preventScrollReset });
  };
  return <a {...rest} href={href} target={target} onClick={follow} />;
}

interface NavLinkProps extends Omit<LinkProps, "className"> {
  readonly className: (state: { readonly isActive: boolean }) => string | undefined;
  /** Active only at its own address, not below it. */
  readonly end?: boolean | undefined;
}

/** A link of a menu: it knows whether the reader is there. */
export function NavLink({ className, end = false, ...rest }: NavLinkProps) {
  const { pathname } = useLocation();
  const own = useResolvedPath(rest.to).pathname;
  const isActive = pathname === own || (!end && own !== "/" && pathname.startsWith(`${own}/`));
  return <Link {...rest} className={className({ isActive })} aria-current={isActive ? "page" : undefined} />;
}
