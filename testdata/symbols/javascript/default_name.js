function Widget() {}

export default Widget;
