import React from 'react'

type Props = { title: string }

export const Card: React.FC<Props> = ({ title }) => {
  const [n, setN] = useState<number>(0)
  return (
    <div className="card" onClick={() => setN(n + 1)}>
      {title} {`${n}`}
    </div>
  )
}

export default function App() {
  return <Card title="a }" />
}

export const Memo = React.memo(function Inner(props: Props) {
  return <b>{props.title}</b>
})
