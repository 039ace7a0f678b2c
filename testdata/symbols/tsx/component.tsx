import * as React from 'react';

type Props = { label: string };

export const Button = React.forwardRef<HTMLButtonElement, Props>((props, ref) => (
  <button ref={ref}>{props.label}   text</button>
));

export function App({ label }: Props) {
  return <Button label={label} />;
}

class Old extends React.Component<Props> {
  state = { open: false };
  render() { return <div>{this.props.label}</div>; }
}

export default App;
