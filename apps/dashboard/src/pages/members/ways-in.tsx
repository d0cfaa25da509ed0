import { useQuery } from '@tanstack/react-query'
import { methodsQuery } from '../../api/session.ts'

/** Explains who may sign in, which the operator sets at the start of Bunting, and how, which the server reports. */
export const WaysIn = () => {
  const { data: methods } = useQuery(methodsQuery)
  return (
    <section aria-labelledby="ways-in">
      <h2 id="ways-in" className="mt-9 mb-2">
        Who may sign in
      </h2>
      {methods && (
        <ul className="ways-in">
          {methods.provider && (
            <li>
              <b>By single sign-on.</b> Whoever the identity provider knows and whose e-mail is in{' '}
              <code>BUNTING_OAUTH_ADMINS</code> enters as an admin; whose e-mail is of a domain in{' '}
              <code>BUNTING_OAUTH_DOMAINS</code> enters as a viewer; who is in a group of{' '}
              <code>BUNTING_OAUTH_GROUP_ROLES</code> has its role from each sign-in on. Whom an admin invited enters
              with the roles of the invitation. They are members from their first sign-in on, and nobody else gets in.
            </li>
          )}
          {methods.localLink && (
            <li>
              <b>By the link that the server prints when it starts.</b> It works once, for 15 minutes, on the machine
              that runs Bunting, and lets in one local admin.
            </li>
          )}
          {!methods.provider && (
            <li>
              To let others in, set <code>BUNTING_OAUTH_ISSUER</code>, <code>BUNTING_OAUTH_CLIENT_ID</code> and{' '}
              <code>BUNTING_OAUTH_CLIENT_SECRET</code> to those of an identity provider, say who in{' '}
              <code>BUNTING_OAUTH_DOMAINS</code>, and start Bunting again.
            </li>
          )}
        </ul>
      )}
    </section>
  )
}
