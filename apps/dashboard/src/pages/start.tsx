import { useParams } from '@tanstack/react-router'
import { Page } from '../shell/page.tsx'
import { ProjectName } from '../shell/project-name.tsx'
import './start.css'
import { Addresses } from './start/addresses.tsx'
import { useDeliveryUrl } from './start/delivery-url.ts'
import { Steps } from './start/steps.tsx'
import { useStart } from './start/use-start.ts'

export const StartPage = () => {
  const { projectId } = useParams({ from: '/projects/$projectId/start' })
  const start = useStart(projectId)
  const delivery = useDeliveryUrl()
  return (
    <Page
      title="Get started"
      parent={<ProjectName />}
      lede="From nothing to your first answer in about five minutes."
      inspector={{ label: 'Addresses', children: <Addresses start={start} delivery={delivery} /> }}
    >
      <Steps start={start} deliveryUrl={delivery.url} />
    </Page>
  )
}
