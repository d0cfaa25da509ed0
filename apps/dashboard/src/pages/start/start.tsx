import { useParams } from '@tanstack/react-router'
import { Page } from '../../features/page/page.tsx'
import { ProjectName } from '../../features/page/project-name.tsx'
import './start.css'
import { Addresses } from './addresses.tsx'
import { useDeliveryUrl } from './delivery-url.ts'
import { Steps } from './steps.tsx'
import { useStart } from './use-start.ts'

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
