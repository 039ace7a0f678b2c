defmodule Shop.Cart do
  @moduledoc """
  A cart. def fake do
  """
  use GenServer
  alias Shop.{Item, User}

  defstruct items: [], total: 0

  @doc "Adds an item. end"
  @spec add(t, Item.t()) :: t
  def add(%__MODULE__{} = cart, item) when is_map(item) do
    fun = fn x -> x end
    if item.end, do: cart, else: %{cart | items: [item | cart.items], do: 1}
  end

  def add(cart, nil), do: cart

  # Private.
  defp total(items, acc \\ 0)
  defp total([], acc), do: acc

  defp total([h | t], acc) do
    case h do
      %{price: p} -> total(t, acc + p)
      _ -> ~s(end #{inspect(%{a: "}"})} do) <> ?\" <> ~r/do|end/
    end
  end

  def empty?(%{items: []}), do: true
  def empty?(_), do: false

  defmacro with_cart(do: block) do
    quote do: unquote(block)
  end

  defmodule Inner do
    def run, do: :end
  end

  defimpl String.Chars, for: Shop.Cart do
    def to_string(_), do: "cart"
  end
end

defprotocol Priced do
  def price(x)
end
